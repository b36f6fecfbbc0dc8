import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { openSiteDatabase } from './data/database.ts'
import { copyOfTemplate, databaseConfig } from './test-database.ts'
import { openWalk } from './test-hot-paths.ts'
import { postgresPlanFaults } from './test-plans-postgres.ts'

async function openEmpty(): Promise<string> {
  const address = await copyOfTemplate()
  if (address === undefined) throw new Error('There is no PostgreSQL.')
  return address
}

/** A seeded site of 1,000 playlists: without rows in its tables PostgreSQL takes any index for as good as another. */
async function openSeeded(): Promise<string> {
  const address = await openEmpty()
  const data = await mkdtemp(join(tmpdir(), 'lectern-plans-'))
  onTestFinished(() => rm(data, { recursive: true }))
  const arguments_ = ['tests/bench/seed.ts', '--scale', 'small', '--data', data]
  const env = { ...process.env, DATABASE_URL: address }
  const seed = spawn(process.execPath, arguments_, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  expect(await once(seed, 'exit')).toEqual([0, null])
  return address
}

/** What is asked of PostgreSQL itself, whichever way it comes there, with what it was last asked with. */
function hearStatements(): () => Map<string, unknown> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  return () => {
    const heard = new Map<string, unknown>()
    const questions: unknown[] = query.mock.calls.map(([question]) => question)
    for (const question of questions)
      if (typeof question === 'object' && question && 'text' in question && 'values' in question)
        heard.set(String(question.text), question.values)
    query.mockRestore()
    return heard
  }
}

/** As the site sets its own connections up. */
const SETTINGS = { random_page_cost: '1.1', jit: 'off' }

async function openClient(address: string, more: Record<string, string> = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  onTestFinished(() => client.end())
  for (const [name, value] of Object.entries({ ...SETTINGS, ...more }))
    await client.query(`set ${name} = ${value}`)
  return client
}

/** PostgreSQL plans a statement for its values five times before it says whether one plan does for all. */
const ASKED = 7

/** Of lists that are sorted by columns of several tables, those that it still plans anew then. */
async function plannedEachTime(client: pg.Client, statements: Map<string, unknown>): Promise<string[]> {
  const lists = [...statements].filter(([text]) => {
    const [, order = ''] = /\border by (.*) limit \d+$/s.exec(text) ?? []
    return new Set([...order.matchAll(/"(\w+)"\./g)].map(([, table]) => table)).size > 1
  })
  expect(lists).toHaveLength(12)
  const eachTime: string[] = []
  for (const [n, [text, values]] of lists.entries()) {
    const question = { name: `list ${n}`, text, values: z.array(z.unknown()).parse(values) }
    for (let asked = 0; asked < ASKED; asked += 1) await client.query(question)
    const { rows } = await client.query(
      'select from pg_prepared_statements where name = $1 and generic_plans > 0',
      [question.name],
    )
    if (rows.length === 0) eachTime.push(text)
  }
  return eachTime
}

/**
 * Plans are asked for with the statistics of this site, once for all values. What takes a small table whole because it is
 * small may not: then it has to show its index.
 */
const openPlanner = (address: string) =>
  openClient(address, { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', enable_sort: 'off' })

test('no hot path scans a large table, sorts a list or plans a join each time', {
  timeout: 300_000,
}, async () => {
  const address = await openSeeded()
  const db = openSiteDatabase(databaseConfig('', address))
  const walk = await openWalk(db)
  const heard = hearStatements()
  await walk()
  const statements = heard()
  expect(statements.size).toBeGreaterThan(60)
  expect(await postgresPlanFaults(await openPlanner(address), [...statements.keys()])).toEqual([])
  expect(await plannedEachTime(await openClient(address), statements)).toEqual([])
})

test.each([
  ['select title from playlists where description = $1 limit $2', 'reads all of playlists'],
  ['select count(*) from comments', 'reads much of comments'],
  ['select count(*) from courses where status = $1', 'reads much of courses'],
  ['select id from playlists where status = $1 order by description limit $2', 'sorts anew'],
  ['select id from courses order by title_key, created_at limit $1', 'sorts what has the same beginning'],
  ['select id from users where photo = $1 order by username_key, id limit $2', 'passes over rows of users'],
  ['update users set saves_count = 0 where profession = $1', 'reads all of users'],
])('a bad plan is seen: %s', async (bad, fault) => {
  const client = await openPlanner(await openEmpty())
  expect((await postgresPlanFaults(client, [bad])).join()).toContain(fault)
})

test.each([
  'select id from playlists where status = $1 order by id desc limit $2',
  'select id from courses order by title_key, id limit $1',
  'select playlist_id, id from courses where playlist_id = any($1::text[]) order by playlist_id, id',
  'select * from categories',
])('a good plan is left alone: %s', async (good) => {
  const client = await openPlanner(await openEmpty())
  expect(await postgresPlanFaults(client, [good])).toEqual([])
})
