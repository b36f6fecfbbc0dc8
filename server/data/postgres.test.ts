import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#scripts/postgres.ts'
import { copyOfTemplate } from '#server/test-database.ts'
import { type Db, transaction } from './database.ts'
import { isUnavailable } from './dialect.ts'
import { postgresDialect } from './postgres.ts'
import { type Params, prepared } from './prepared.ts'
import type { Schema } from './schema.ts'

const A = 'a'.repeat(24)
const ROW = { id: A, title: 'art', title_key: 'art', created_at: '2026-01-01T00:00:00.000Z' }

async function opened({ timeoutMs = 20_000, connections = 2 } = {}) {
  const url = (await copyOfTemplate()) ?? ''
  const open = (patience: number) => {
    const db = new Kysely<Schema>({ dialect: postgresDialect({ url, connections, timeoutMs: patience }) })
    onTestFinished(() => db.destroy())
    return db
  }
  return { url, db: open(timeoutMs), other: open(20_000) }
}

/** Ends every connection but one's own, as an operator or a restart does. */
async function cutOff(db: Kysely<Schema>): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
}

async function arts(db: Db): Promise<number> {
  const rows = await db.selectFrom('categories').select('id').where('title', '=', 'art').execute()
  return rows.length
}

test('after its connections were ended, the site gets new ones', async () => {
  const { db, other } = await opened()
  for (let n = 0; n < 5; n += 1) {
    expect(await arts(db)).toBe(0)
    await cutOff(other)
    const answered = () => arts(db).catch(() => 'not yet')
    await expect.poll(answered).toBe(0)
  }
})

const backend = prepared((db) => db.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid')))
const pidOf = async (db: Db) => (await backend(db, {}))[0]?.pid

test('a prepared query has a name on the server, unless it asks for all columns', async () => {
  const { db } = await opened({ connections: 1 })
  const titled = prepared((from, params: Params<{ title: string }>) =>
    from.selectFrom('categories').select('id').where('title', '=', params.value('title')),
  )
  const all = prepared((from) => from.selectFrom('categories').selectAll())
  for (let n = 0; n < 3; n += 1) {
    await titled(db, { title: `${n}` })
    await all(db, {})
  }
  const { rows } = await sql<{ statement: string; times: number }>`
    select statement, generic_plans + custom_plans as times from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ statement: 'select "id" from "categories" where "title" = $1', times: 3 }])
})

test('a change that waits for another does not delay other requests', async () => {
  const { db, other } = await opened()
  await db.insertInto('categories').values(ROW).execute()
  const trx = await other.startTransaction().execute()
  const rename = (from: Db, title: string) =>
    from.updateTable('categories').set({ title }).where('id', '=', A).execute()
  await rename(trx, 'held')
  const waiting = rename(db, 'arts')
  expect(await pidOf(db)).toEqual(expect.any(Number))
  await trx.commit().execute()
  await waiting
})

test('statements of a transaction that are asked together are done in their order, all or none', async () => {
  const { db } = await opened()
  const [first, second] = ['1'.repeat(24), '2'.repeat(24)]
  const add = (trx: Db, id: string) =>
    trx
      .insertInto('categories')
      .values({ ...ROW, id, title_key: id })
      .execute()
  const [, before, , after] = await transaction(db, (trx) =>
    Promise.all([add(trx, first), arts(trx), add(trx, second), arts(trx)]),
  )
  expect([before, after]).toEqual([1, 2])
  const third = '3'.repeat(24)
  const failing = transaction(db, (trx) => Promise.all([add(trx, third), add(trx, first), arts(trx)]))
  await expect(failing).rejects.toThrow('duplicate key')
  expect(await arts(db)).toBe(2)
})

test('a transaction that was cut off before its commit is done once more, once', async () => {
  const { db, other } = await opened()
  let times = 0
  const calls: string[] = []
  await transaction(db, async (trx, after) => {
    times += 1
    after(() => calls.push('art'))
    await trx.insertInto('categories').values(ROW).execute()
    if (times === 1) await cutOff(other)
    await trx.selectFrom('categories').select('id').execute()
  })
  expect([times, calls, await arts(db)]).toEqual([2, ['art'], 1])
})

test('a request whose connection breaks twice gets a busy reply, and nothing is stored', async () => {
  const { db, other } = await opened()
  const failing = transaction(db, async (trx) => {
    await trx.insertInto('categories').values(ROW).execute()
    await cutOff(other)
    await trx.selectFrom('categories').select('id').execute()
  })
  expect(isUnavailable(await failing.catch((error: unknown) => error))).toBe(true)
  expect(await arts(db)).toBe(0)
})

test('two transactions that deadlock both succeed, one after the other', async () => {
  const { db } = await opened()
  const [first, second] = ['1'.repeat(24), '2'.repeat(24)]
  for (const id of [first, second]) {
    await db
      .insertInto('categories')
      .values({ ...ROW, id, title_key: id, title: '' })
      .execute()
  }
  const met = Promise.withResolvers<void>()
  let inside = 0
  const mark = (ids: string[]) =>
    transaction(db, async (trx) => {
      for (const id of ids) {
        await trx
          .updateTable('categories')
          .set({ title: sql<string>`title || 'x'` })
          .where('id', '=', id)
          .execute()
        inside += 1
        if (inside === 2) met.resolve()
        await met.promise
      }
    })
  await Promise.all([mark([first, second]), mark([second, first])])
  const rows = await db.selectFrom('categories').select('title').where('id', 'in', [first, second]).execute()
  expect(rows.map(({ title }) => title)).toEqual(['xx', 'xx'])
})

test('a query that times out gets a busy reply, and the next query works', async () => {
  const { db, other } = await opened({ timeoutMs: 300, connections: 1 })
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holding = other.transaction().execute(async (trx) => {
    await sql`lock table categories in access exclusive mode`.execute(trx)
    lock()
    await held
  })
  await locked
  const waiting = await arts(db).catch((error: unknown) => error)
  expect(isUnavailable(waiting)).toBe(true)
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  letGo()
  await holding
  expect(await arts(db)).toBe(0)
})

test('an unreachable database counts as busy, not as an unexpected error', async () => {
  const url = 'postgres://nobody@127.0.0.1:1/nothing'
  const db = new Kysely<Schema>({ dialect: postgresDialect({ url, connections: 2, timeoutMs: 2000 }) })
  onTestFinished(() => db.destroy())
  const failure = await db
    .selectFrom('users')
    .select('id')
    .execute()
    .catch((error: unknown) => error)
  expect(isUnavailable(failure)).toBe(true)
})

test('rows are streamed from one moment and have the types of SQLite', async () => {
  const { db } = await opened()
  const titles = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const found: string[] = []
      for await (const { title } of trx.selectFrom('categories').selectAll().orderBy('id').stream(3))
        found.push(title)
      return found
    })
  expect(titles).toHaveLength(7)
  const { n, sum } = await db
    .selectFrom('images')
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.sum<number | null>('bytes').as('sum')])
    .executeTakeFirstOrThrow()
  expect([n, sum]).toEqual([0, null])
  const { rows } = await sql<{ yes: unknown; big: unknown }>`select true as yes, 5000000000 as big`.execute(
    db,
  )
  expect(rows).toEqual([{ yes: 1, big: 5_000_000_000 }])
})

test('text is sorted by its bytes, and a NUL in a query finds nothing', async () => {
  const { db } = await opened()
  const keys = ['Z', 'a', 'ä', '𝒳', '\u{fffd}']
  for (const [n, key] of keys.entries()) {
    const row = { ...ROW, id: `${n}`.repeat(24), title: 'sorted', title_key: key }
    await db.insertInto('categories').values(row).execute()
  }
  const sorted = await db
    .selectFrom('categories')
    .select('title_key')
    .where('title', '=', 'sorted')
    .orderBy('title_key')
    .execute()
  expect(sorted.map(({ title_key }) => title_key)).toEqual(['Z', 'a', 'ä', '\u{fffd}', '𝒳'])
  expect(await db.selectFrom('categories').select('id').where('title', '=', 'sor\0ted').execute()).toEqual([])
})

test('a server that stops during a query counts as unreachable', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const open = () => {
    const settings = { url: server.url('postgres'), connections: 1, timeoutMs: 20_000 }
    const db = new Kysely<Schema>({ dialect: postgresDialect(settings) })
    onTestFinished(() => db.destroy())
    return db
  }
  const [db, other] = [open(), open()]
  const asked = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error)
  const waiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`.execute(other)
    return rows.length
  }
  await expect.poll(waiting).toBe(1)
  await server.stop()
  expect(isUnavailable(await asked)).toBe(true)
})
