import type SQLite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from './data/migrate.ts'
import type { Schema } from './data/schema.ts'
import { sqliteDialect } from './data/sqlite.ts'
import { openSqlite } from './data/sqlite-file.ts'
import { openWalk } from './test-hot-paths.ts'
import { planFaults } from './test-plans.ts'

/** Records every statement that reaches SQLite. */
function hearStatements(sqlite: SQLite.Database, heard: Set<string>): void {
  const prepare = sqlite.prepare.bind(sqlite)
  const prepareHeard = (text: string) => {
    const statement = prepare(text)
    if (!/^(select|insert|update|delete|with)\b/i.test(text)) return statement
    const all = statement.all.bind(statement)
    const run = statement.run.bind(statement)
    const heardFirst =
      <Result>(request: (...values: unknown[]) => Result) =>
      (...values: unknown[]) => {
        heard.add(text)
        return request(...values)
      }
    return Object.assign(statement, { all: heardFirst(all), run: heardFirst(run) })
  }
  Object.assign(sqlite, { prepare: prepareHeard })
}

/** An empty database: SQLite keeps no statistics on a site of ours, so that its plans are the same on the largest one. */
async function openListening() {
  const sqlite = openSqlite(':memory:')
  const heard = new Set<string>()
  const db = new Kysely<Schema>({ dialect: sqliteDialect(sqlite) })
  await migrate(db)
  hearStatements(sqlite, heard)
  const walk = await openWalk(db)
  heard.clear()
  return { sqlite, heard, walk }
}

test('no hot path scans a large table or sorts a list', async () => {
  const { sqlite, heard, walk } = await openListening()
  await walk()
  expect(heard.size).toBeGreaterThan(60)
  const faults = [...heard].flatMap((sql) => planFaults(sqlite, sql).map((step) => `${step} · ${sql}`))
  expect(faults).toEqual([])
})

test.each([
  ['select "title" from "playlists" where "description" = ? limit ?', 'SCAN playlists'],
  ['select count(*) from "comments"', 'SCAN comments'],
  ['select * from "courses" as "c" where "c"."description" = ?', 'SCAN c'],
  [
    'select "id" from "playlists" where "status" = ? order by "description" limit ?',
    'USE TEMP B-TREE FOR ORDER BY',
  ],
  ['update "users" set "saves_count" = 0 where "profession" = ?', 'SCAN users'],
])('a bad plan is seen: %s', async (sql, fault) => {
  const sqlite = openSqlite(':memory:')
  onTestFinished(() => {
    sqlite.close()
  })
  await migrate(new Kysely<Schema>({ dialect: sqliteDialect(sqlite) }))
  expect(planFaults(sqlite, sql).join()).toContain(fault)
})

test.each([
  'select "id" from "playlists" where "status" = ? order by "id" desc limit ?',
  'select "id" from "courses" order by "courses"."title_key", "courses"."id" limit ?',
  'select * from "categories"',
])('a good plan is left alone: %s', async (sql) => {
  const sqlite = openSqlite(':memory:')
  onTestFinished(() => {
    sqlite.close()
  })
  await migrate(new Kysely<Schema>({ dialect: sqliteDialect(sqlite) }))
  expect(planFaults(sqlite, sql)).toEqual([])
})
