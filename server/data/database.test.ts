import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#server/test-app.ts'
import { transaction } from './database.ts'
import { isForeignKeyViolation, isUnavailable, isUniqueViolation } from './dialect.ts'

const ROW = { title: 'art', title_key: 'art', created_at: '2026-01-01T00:00:00.000Z' }
const [A, B] = ['a'.repeat(24), 'b'.repeat(24)] as const

async function titles({ db }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('categories').select('title').where('title', '=', 'art').execute()
  return rows.map(({ title }) => title)
}

test('effects run in order after the commit', async () => {
  const testApp = await openTestApp()
  const calls: string[] = []
  const result = await transaction(testApp.db, async (trx, after) => {
    after(() => calls.push('first'))
    await trx
      .insertInto('categories')
      .values({ id: A, ...ROW })
      .execute()
    after(() => calls.push('second'))
    expect(calls).toEqual([])
    return 'done'
  })
  expect(result).toBe('done')
  expect(calls).toEqual(['first', 'second'])
  expect(await titles(testApp)).toEqual(['art'])
})

test('a rollback changes nothing and runs no effects', async () => {
  const testApp = await openTestApp()
  const calls: string[] = []
  const failing = transaction(testApp.db, async (trx, after) => {
    after(() => calls.push('never'))
    await trx
      .insertInto('categories')
      .values({ id: A, ...ROW })
      .execute()
    throw new Error('half-way')
  })
  await expect(failing).rejects.toThrow('half-way')
  expect(calls).toEqual([])
  expect(await titles(testApp)).toEqual([])
})

test('the database names the constraint that a write violates', async () => {
  const { db } = await openTestApp()
  await db
    .insertInto('categories')
    .values({ id: A, ...ROW })
    .execute()
  const twice = await db
    .insertInto('categories')
    .values({ id: B, ...ROW })
    .execute()
    .catch((error: unknown) => error)
  expect([isUniqueViolation(twice), isForeignKeyViolation(twice), isUnavailable(twice)]).toEqual([
    true,
    false,
    false,
  ])
  const sameId = await db
    .insertInto('categories')
    .values({ id: A, ...ROW, title_key: 'other' })
    .execute()
    .catch((error: unknown) => error)
  expect(isUniqueViolation(sameId)).toBe(true)
  const toNobody = await db
    .insertInto('likes')
    .values({ id: A, user_id: A, course_id: A })
    .execute()
    .catch((error: unknown) => error)
  expect([isUniqueViolation(toNobody), isForeignKeyViolation(toNobody)]).toEqual([false, true])
})

test.each([
  ...['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR_FSYNC', 'SQLITE_READONLY'],
  ...['08006', '53100', '53300', '57P01', '57014', '40P01', '25006', '55P03'],
])('%s means to try again later', (code) => {
  expect(isUnavailable(Object.assign(new Error(code), { code }))).toBe(true)
})
