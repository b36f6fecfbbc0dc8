import { Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '#scripts/postgres.ts'
import { copyOfTemplate } from '#server/test-database.ts'
import { type Db, transaction, withSecondChance } from './database.ts'
import { isUnavailable } from './dialect.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { prepared, preparedChange } from './prepared.ts'
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

test('a read that was cut off is asked again', async () => {
  const { db, other } = await opened()
  expect(await arts(db)).toBe(0)
  for (let n = 0; n < 5; n += 1) {
    await cutOff(other)
    expect(await arts(db)).toBe(0)
  }
})

const backend = prepared((db) => db.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid')))
const times = async <Answer>(n: number, ask: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: n }, ask))
const pidOf = async (db: Db) => (await backend(db, {}))[0]?.pid

test('what is asked in one turn goes over one connection, a few of them at most', async () => {
  const { db } = await opened({ connections: 3 })
  expect(new Set(await times(8, () => pidOf(db))).size).toBe(1)
  expect(new Set(await times(17, () => pidOf(db))).size).toBe(3)
})

test('when the connection of several is cut off, each of them is asked again', async () => {
  const { db, other } = await opened({ connections: 3 })
  const before = await times(17, () => pidOf(db))
  await cutOff(other)
  const after = await times(17, () => pidOf(db))
  expect(new Set([...before, ...after]).size).toBe(new Set(before).size + new Set(after).size)
  expect(after).not.toContain(undefined)
})

test('one of several that is refused leaves the others their answers', async () => {
  const { db } = await opened()
  const wrong = prepared((each) => each.selectNoFrom(sql<number>`1 / (random() * 0)::int`.as('n')))
  const [answer, failure, last] = await Promise.all([
    pidOf(db),
    wrong(db, {}).catch((error: unknown) => error),
    pidOf(db),
  ])
  expect([typeof answer, last]).toEqual(['number', answer])
  expect(String(failure)).toContain('division by zero')
})

/** The texts that the server knows by name, on the only connection. */
async function namedTexts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
    where statement not like '%pg_prepared_statements%'`.execute(db)
  return rows.map(({ statement }) => statement)
}

test('a question put together by hand is planned once when it is asked again, as far as there is room', async () => {
  const { db } = await opened({ connections: 1 })
  const ask = (n: number) => sql`with one as (select ${n}::int as n) select n from one`.execute(db)
  const change = () => sql`update categories set title = title`.execute(db)
  const all = () => sql`select * from categories`.execute(db)
  for (const each of [() => ask(1), change, all, () => ask(2), change, all]) await each()
  expect(await namedTexts(db)).toEqual([])
  for (const each of [() => ask(3), change, all]) await each()
  expect(await namedTexts(db)).toEqual(['with one as (select $1::int as n) select n from one'])
  for (let n = 0; n < 100; n += 1) {
    for (let asked = 0; asked < 3; asked += 1) await sql`select ${sql.lit(n)} as n`.execute(db)
  }
  expect((await namedTexts(db)).length).toBeLessThanOrEqual(80)
  expect((await ask(4)).rows).toEqual([{ n: 4 }])
})

const renamed = preparedChange((db) =>
  db.updateTable('categories').set({ title: 'arts' }).where('id', '=', A),
)

/** The row of a category is somebody else's until `letGo`. */
async function holdArt(db: Kysely<Schema>) {
  await db.insertInto('categories').values(ROW).execute()
  const trx = await db.startTransaction().execute()
  await trx.updateTable('categories').set({ title_key: 'held' }).where('id', '=', A).execute()
  return { letGo: () => trx.commit().execute() }
}

test('a change that waits for another keeps nobody of its turn waiting', async () => {
  const { db, other } = await opened()
  const { letGo } = await holdArt(other)
  const waiting = renamed(db, {})
  expect(await pidOf(db)).toEqual(expect.any(Number))
  await letGo()
  expect(await waiting).toBe(1)
})

test('a change that may be made twice is, when it was cut off; another is not', async () => {
  const { db, other } = await opened()
  const { letGo } = await holdArt(other)
  const again = withSecondChance(() => renamed(db, {}))
  const once = renamed(db, {}).catch((error: unknown) => error)
  const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(other)).rows).toHaveLength(2)
  // Both at once: the one that is made twice must not be cut off again when it waits a second time.
  await sql`select pg_terminate_backend(pid) from (${waiting}) as them`.execute(other)
  expect(isUnavailable(await once)).toBe(true)
  await letGo()
  expect(await again).toBe(1)
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
  expect(await times(2, () => pidOf(db))).not.toContain(undefined)
})

test('a transaction that was cut off before its commit is done once more, once', async () => {
  const { db, other } = await opened()
  let times = 0
  const told: string[] = []
  await transaction(db, async (trx, after) => {
    times += 1
    after(() => told.push('art'))
    await trx.insertInto('categories').values(ROW).execute()
    if (times === 1) await cutOff(other)
    await trx.selectFrom('categories').select('id').execute()
  })
  expect([times, told, await arts(db)]).toEqual([2, ['art'], 1])
})

test('who is cut off twice is told to come later, and nothing is kept', async () => {
  const { db, other } = await opened()
  const failing = transaction(db, async (trx) => {
    await trx.insertInto('categories').values(ROW).execute()
    await cutOff(other)
    await trx.selectFrom('categories').select('id').execute()
  })
  expect(isUnavailable(await failing.catch((error: unknown) => error))).toBe(true)
  expect(await arts(db)).toBe(0)
})

test('two that wait for each other both happen, one after the other', async () => {
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

test('who gets no answer in time is told to come later, and the next one gets theirs', async () => {
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

test('nobody at the address is not there now, not an error of ours', async () => {
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

test('a text is sorted by its bytes, and a NUL in a question finds nothing', async () => {
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

test('a server that stops under a question, and does not come back, is one that does not answer', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  const open = () => {
    const place = { url: server.url('postgres'), connections: 1, timeoutMs: 20_000 }
    const db = new Kysely<Schema>({ dialect: postgresDialect(place) })
    onTestFinished(() => db.destroy())
    return db
  }
  const [db, other] = [open(), open()]
  const asked = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error)
  const asking = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`.execute(other)
    return rows.length
  }
  await expect.poll(asking).toBe(1)
  await server.stop()
  expect(isUnavailable(await asked)).toBe(true)
})
