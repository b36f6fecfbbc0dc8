import { Kysely, sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { COMPUTED_COLUMNS } from '#server/cli/archive/format.ts'
import { wrongTotals } from '#server/features/catalog/playlists/counts-check.queries.ts'
import { commentsTotal, userTotal } from '#server/features/catalog/playlists/totals.ts'
import { copyOfTemplate, databaseConfig } from '#server/test-database.ts'
import { type DatabaseConfig, type Db, openToolDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { setTablesAside, tablesIn } from './postgres-schemas.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { openSqlite } from './sqlite-file.ts'

async function onPostgres() {
  const db = openToolDatabase(databaseConfig('', await copyOfTemplate()))
  onTestFinished(() => db.destroy())
  return db
}

async function onSqlite() {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(openSqlite(':memory:')) })
  onTestFinished(() => db.destroy())
  await migrate(db)
  return db
}

const COMPUTED = Object.entries(COMPUTED_COLUMNS).map(([table, column]) => `${table}.${column}`)

/** Columns by table; types are compared by what comes out of them elsewhere. Kysely does not see computed columns of SQLite. */
async function columnsOf(db: Kysely<Schema>) {
  const tables = await db.introspection.getTables()
  const columns = tables
    .filter(({ name }) => !/^(search|restricted)_(index|passages|corrections)/.test(name))
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
  return columns.filter((name) => !COMPUTED.includes(name)).toSorted()
}

test('both engines have the same tables and columns', async () => {
  expect(await columnsOf(await onPostgres())).toEqual(await columnsOf(await onSqlite()))
})

test('text is compared by its bytes in every locale of the database', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`.execute(
    await onPostgres(),
  )
  expect(rows).toEqual([])
})

test('when many nodes start at once, one migrates and the others wait', async () => {
  const db = await onPostgres()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const address = Object.assign(new URL(inject('postgres') ?? ''), { pathname: `/${rows[0]?.name}` }).href
  const nodes = Array.from({ length: 4 }, () => openToolDatabase(databaseConfig('', address)))
  const ran = await Promise.all(nodes.map((node) => migrate(node)))
  await Promise.all(nodes.map((node) => node.destroy()))
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1)
  expect(await db.selectFrom('categories').select('id').execute()).toHaveLength(7)
})

/** Two connections whose totals are not in the same slot; the others that were needed to find them are closed. */
async function twoApart(config: DatabaseConfig) {
  const first = openToolDatabase({ ...config, DATABASE_CONNECTIONS: 1 })
  onTestFinished(() => first.destroy())
  const slotOf = async (db: Kysely<Schema>) => {
    const { rows } = await sql<{ slot: number }>`select pg_backend_pid() % 16 as slot`.execute(db)
    return rows[0]?.slot
  }
  for (;;) {
    const second = openToolDatabase(config)
    if ((await slotOf(second)) !== (await slotOf(first))) {
      onTestFinished(() => second.destroy())
      return { first, second }
    }
    await second.destroy()
  }
}

test('changes of the same total do not wait for each other, and both are counted', async () => {
  const config = databaseConfig('', await copyOfTemplate())
  const { first, second } = await twoApart(config)
  await sql`insert into images values ('photo', null, 1, 1, '[1]', 1, '', '')`.execute(first)
  const person = (id: string) => sql`
    insert into users (id, username, username_key, email, email_key, password_hash, role, photo, created_at, updated_at)
    values (${id}, '', '', ${id}, ${id}, '', 'Student', 'photo', '', '')`
  const held = await first.startTransaction().execute()
  await person('one').execute(held)
  await second.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '2s'`.execute(trx)
    await person('two').execute(trx)
  })
  expect(await userTotal(second, 'Student')).toBe(1)
  await held.commit().execute()
  expect(await userTotal(second, 'Student')).toBe(2)
})

/** How many connections to this database wait for another one. */
async function waitingIn(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks where not granted
    and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(db)
  return rows[0]?.n ?? 0
}

test('a comment that is written while its playlist becomes public or hidden is counted correctly', async () => {
  const config = databaseConfig('', await copyOfTemplate())
  const { first, second } = await twoApart(config)
  await sql`insert into images values ('photo', null, 1, 1, '[1]', 1, '', '')`.execute(first)
  await sql`
    insert into users (id, username, username_key, email, email_key, password_hash, role, photo, created_at, updated_at)
    values ('one', '', '', '', '', '', 'Teacher', 'photo', '', '')`.execute(first)
  await sql`
    insert into playlists (id, teacher_id, category_id, title, title_key, description, image, created_at, updated_at)
    select 'one', 'one', id, '', '', '', 'photo', '', '' from categories limit 1`.execute(first)
  await sql`
    insert into courses
      (id, playlist_id, title, title_key, video_id, description, image, status, created_at, updated_at)
    values ('one', 'one', '', '', '', '', 'photo', 'approved', '', '')`.execute(first)
  const comment = sql`update courses set comments_count = comments_count + 1`
  const setStatus = (status: string) => sql`update playlists set status = ${status}`
  for (const [held, meanwhile] of [
    [setStatus('approved'), comment],
    [setStatus('cancel'), comment],
    [comment, setStatus('approved')],
    [comment, setStatus('cancel')],
  ] as const) {
    const before = await first.startTransaction().execute()
    await held.execute(before)
    const after = meanwhile.execute(second)
    await expect.poll(() => waitingIn(before)).toBe(1)
    await before.commit().execute()
    await after
    expect(await wrongTotals(first)).toBe(0)
  }
  expect([await commentsTotal(first, 'all'), await commentsTotal(first, 'public')]).toEqual([4, 0])
})

test('rows of tables that were set aside count no more', async () => {
  const db = await onPostgres()
  await sql`insert into images values ('photo', null, 1, 1, '[1]', 1, '', '')`.execute(db)
  await setTablesAside(db, await tablesIn(db), 'aside')
  await migrate(db)
  await sql`
    insert into aside.users (id, username, username_key, email, email_key, password_hash, role, photo, created_at, updated_at)
    values ('one', '', '', 'one', 'one', '', 'Student', 'photo', '', '')`.execute(db)
  expect(await userTotal(db, undefined)).toBe(0)
})
