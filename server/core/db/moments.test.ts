import { expect, test } from 'vitest'
import { newId } from '#server/core/ids.ts'
import { openHouse } from '#server/test-house.ts'
import { type Db, transaction } from './database.ts'
import { watchMoments } from './moments.ts'

async function opened() {
  const { db } = await openHouse()
  const moment = watchMoments(db)
  if (!moment) throw new Error('These tests are about PostgreSQL.')
  return { db, moment }
}

const add = (db: Db) => {
  const id = newId()
  return db
    .insertInto('categories')
    .values({ id, title: id, title_key: id, created_at: new Date().toISOString() })
    .execute()
}

test('a moment has the same name until somebody commits, and never again after it', async () => {
  const { db, moment } = await opened()
  let before = ''
  const twoAlike = async () => {
    before = await moment()
    await db.selectFrom('categories').selectAll().execute()
    return (await moment()) === before
  }
  // Whoever writes into another database of the same server, as tests beside this one do, makes another moment too.
  await expect.poll(twoAlike).toBe(true)
  await add(db)
  expect(await moment()).not.toBe(before)
})

test('what is written and not committed yet is of another moment when it is committed', async () => {
  const { db, moment } = await opened()
  let within = ''
  await transaction(db, async (trx) => {
    await add(trx)
    within = await moment()
  })
  expect(await moment()).not.toBe(within)
})
