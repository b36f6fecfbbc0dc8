import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#server/core/ids.ts'
import { sortKey } from '#server/core/sort-key.ts'
import { openTestDatabase } from '#server/test-database.ts'
import { type Database, type Db, openDatabase, transaction } from './database.ts'
import { isPostgres } from './dialect.ts'
import { keptUntilWritten } from './until-written.ts'

async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-kept-'))
  const db = await openTestDatabase(folder, true)
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  let asked = 0
  const find = keptUntilWritten(async (from: Db, title) => {
    asked += 1
    return from.selectFrom('categories').selectAll().where('title', '=', title).executeTakeFirst()
  })
  return { folder, db, find, asked: () => asked }
}

const add = (db: Db, title: string) =>
  db
    .insertInto('categories')
    .values({ id: newId(), title, title_key: sortKey(title), created_at: new Date().toISOString() })
    .execute()

const remove = (db: Db, title: string) => db.deleteFrom('categories').where('title', '=', title).execute()

/** How often the database is asked for a thing that is asked for twice. */
const timesForTwo = (db: Database) => (isPostgres(db) ? 2 : 1)

test('what nobody wrote since is found once, and what is missing each time', async () => {
  const { db, find, asked } = await opened()
  await add(db, 'glass')
  const first = await find(db, 'glass')
  expect(first).toMatchObject({ title: 'glass' })
  expect(await find(db, 'glass')).toEqual(first)
  expect(asked()).toBe(timesForTwo(db))
  expect(await find(db, 'wood')).toBeUndefined()
  await add(db, 'wood')
  expect(await find(db, 'wood')).toMatchObject({ title: 'wood' })
})

test('a write of this process is seen by the next who asks, of whatever it was', async () => {
  const { db, find } = await opened()
  await add(db, 'glass')
  await find(db, 'glass')
  await remove(db, 'glass')
  expect(await find(db, 'glass')).toBeUndefined()
})

test('what was asked before a write is not kept after it', async () => {
  const { db, find } = await opened()
  await add(db, 'glass')
  const [found] = await Promise.all([find(db, 'glass'), remove(db, 'glass')])
  expect(found).toMatchObject({ title: 'glass' })
  expect(await find(db, 'glass')).toBeUndefined()
})

test('what another process wrote is seen by who asks in a later turn', async () => {
  const { folder, db, find } = await opened()
  await add(db, 'glass')
  await find(db, 'glass')
  // On PostgreSQL every connection of the pool is another one already.
  const other = isPostgres(db) ? db : openDatabase(folder)
  await remove(other, 'glass')
  if (other !== db) await other.destroy()
  await nextTurn()
  expect(await find(db, 'glass')).toBeUndefined()
})

test('a transaction sees its own writes, and keeps them for nobody', async () => {
  const { db, find } = await opened()
  await add(db, 'glass')
  await find(db, 'glass')
  const giveUp = transaction(db, async (trx) => {
    await remove(trx, 'glass')
    expect(await find(trx, 'glass')).toBeUndefined()
    await add(trx, 'wood')
    expect(await find(trx, 'wood')).toMatchObject({ title: 'wood' })
    throw new Error('Given up.')
  })
  await expect(giveUp).rejects.toThrow('Given up.')
  expect(await find(db, 'glass')).toMatchObject({ title: 'glass' })
  expect(await find(db, 'wood')).toBeUndefined()
})
