import type SQLite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { openSqlite, sqliteDialect } from './core/db/dialect.ts'
import { migrate } from './core/db/migrate.ts'
import type { Schema } from './core/db/schema.ts'
import { openHouse, type Person } from './test-house.ts'
import { planFaults } from './test-plans.ts'
import { insertCourse, insertPlaylist } from './test-publications.ts'
import { type Scene, setScene, WISHES } from './test-scene.ts'

/** Hears what is asked of SQLite itself, whichever way it came there. */
function hearStatements(sqlite: SQLite.Database, heard: Set<string>): void {
  const prepare = sqlite.prepare.bind(sqlite)
  const prepareHeard = (text: string) => {
    const statement = prepare(text)
    if (!/^(select|insert|update|delete|with)\b/i.test(text)) return statement
    const all = statement.all.bind(statement)
    const run = statement.run.bind(statement)
    const heardFirst =
      <Result>(ask: (...values: unknown[]) => Result) =>
      (...values: unknown[]) => {
        heard.add(text)
        return ask(...values)
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
  const house = await openHouse({ database: db })
  const scene = await setScene(house, { visibility: 'seen', saved: false })
  await addSeconds(scene)
  return { sqlite, heard, scene }
}

/** A second one of each, so that every list has a second page. */
async function addSeconds({ house, people, ids }: Scene): Promise<void> {
  const { owner, Student } = people
  const saved = await insertPlaylist(house, { teacher: owner, title: 'More HTML' })
  await insertCourse(house, { playlistId: ids.playlistId ?? '', title: 'Next steps' })
  await Student.ask('POST', `/api/users/savePlaylist/${saved}`)
  for (const name of ['Ada Lovelace', 'Ada Lovelace the younger']) await house.user(name, 'Teacher')
  await Student.ask('POST', '/api/comments', { text: 'A second one.', courseId: ids.courseId })
}

type Who = keyof Scene['people'] | 'visitor'
type Path = [who: Who, method: 'GET' | 'POST' | 'DELETE', address: string, wish?: CallName]

/** What people do all day, and an admin's tables by every sort. */
function hotPaths({ ids }: Scene): Path[] {
  const sorted = (list: string, sorts: string[]) =>
    sorts.flatMap((sort) =>
      ['asc', 'desc'].map(
        (order): Path => ['admin', 'GET', `/api/${list}sort=${sort}&order=${order}&limit=1`],
      ),
    )
  return [
    ['visitor', 'GET', '/api/playlists?limit=1'],
    ['visitor', 'GET', '/api/playlists?sort=popular&limit=1'],
    ['visitor', 'GET', '/api/playlists?sort=title&limit=1'],
    ['visitor', 'GET', '/api/playlists?category=development&limit=1'],
    ['visitor', 'GET', '/api/playlists?category=development&sort=popular&limit=1'],
    ['visitor', 'GET', '/api/playlists?category=development&sort=title&limit=1'],
    ['visitor', 'GET', `/api/playlists/${ids.playlistId}`],
    ['visitor', 'GET', `/api/playlists/${ids.playlistId}/courses?limit=1`],
    ['visitor', 'GET', `/api/playlists/teacher/${ids.teacherId}?limit=1`],
    ['visitor', 'GET', `/api/users/profile/${ids.teacherId}`],
    ['visitor', 'GET', '/api/categories'],
    ['admin', 'GET', '/api/categories'],
    ['admin', 'GET', '/api/playlists?status=pending&category=development&limit=1'],
    ['admin', 'GET', '/api/courses?status=pending&limit=1'],
    ['admin', 'GET', '/api/users/profile?role=Student&limit=1'],
    ['visitor', 'GET', '/api/playlists/search-playlist?q=html&limit=1'],
    ['visitor', 'GET', '/api/playlists/search-playlist?q=learm'],
    ['visitor', 'GET', '/api/playlists/search-playlist?q=nothing'],
    ['visitor', 'GET', '/api/users/teacherSearch?limit=1'],
    ['visitor', 'GET', '/api/users/teacherSearch?limit=1&q=love'],
    ['visitor', 'GET', '/api/users/teacherSearch?limit=1&q=love%20ada'],
    ['visitor', 'GET', '/api/users/teacherSearch?limit=1&q=lovelcae'],
    ['visitor', 'POST', '/api/auth/login', 'auth.login'],
    ['owner', 'GET', `/api/playlists/teacher/${ids.teacherId}?limit=1`],
    ['Student', 'GET', `/api/courses/${ids.playlistId}/${ids.courseId}`],
    ['Student', 'GET', `/api/comments?courseId=${ids.courseId}&limit=1`],
    ['Student', 'POST', `/api/courses/${ids.courseId}/like`, 'likes.like'],
    ['Student', 'POST', '/api/comments', 'comments.create'],
    ['Student', 'POST', `/api/users/savePlaylist/${ids.playlistId}`],
    ['Student', 'GET', '/api/users/savedPlaylists?limit=1'],
    ['Student', 'DELETE', `/api/users/savedPlaylists/${ids.playlistId}`],
    ['Student', 'GET', '/api/auth/sessions'],
    ...sorted('playlists?', ['created', 'title', 'status', 'popular', 'creator']),
    ...sorted('courses?', ['created', 'title', 'status', 'playlist', 'creator']),
    ...sorted('users/profile?', ['name', 'email', 'role', 'created']),
    ['Student', 'POST', '/api/auth/logout'],
  ]
}

function asks(scene: Scene, who: Who): Person['ask'] {
  return who === 'visitor' ? scene.house.ask : scene.people[who].ask
}

/** Walks a path, and its list to the second page; each must be answered. */
async function walk(scene: Scene, [who, method, address, wish]: Path): Promise<void> {
  const { body } = (wish && (await WISHES[wish]?.(scene))) ?? {}
  const answer = await asks(scene, who)(method, address, body)
  expect(answer.statusCode, `${method} ${address}: ${answer.body}`).toBeLessThan(300)
  const { nextCursor } = answer.body === '' ? {} : answer.json()
  if (typeof nextCursor !== 'string') return
  const next = await asks(scene, who)('GET', `${address}&cursor=${nextCursor}`)
  expect(next.statusCode, next.body).toBe(200)
}

test('no hot path reads a whole large table or sorts a list anew', async () => {
  const { sqlite, heard, scene } = await openListening()
  heard.clear()
  for (const path of hotPaths(scene)) await walk(scene, path)
  expect(heard.size).toBeGreaterThan(60)
  const faults = [...heard].flatMap((sql) => planFaults(sqlite, sql).map((step) => `${step} · ${sql}`))
  expect(faults).toEqual([])
})

test.each([
  ['select "title" from "playlists" where "description" = ? limit ?', 'SCAN playlists'],
  ['select count(*) from "comments"', 'SCAN comments'],
  ['select * from "courses" as "c" where "c"."video_id" = ?', 'SCAN c'],
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
