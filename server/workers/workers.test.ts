import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, openSiteDatabase } from '#server/data/database.ts'
import { migrate } from '#server/data/migrate.ts'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { copyOfTemplate, databaseConfig } from '#server/test-database.ts'
import { givePassword, PASSWORD } from '#server/test-passwords.ts'
import { saveOf } from '#server/test-progress.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { type Watching, watchersOf } from '#server/test-watcher.ts'
import { type Answer, type RequestInput, send } from '#tests/security/request.ts'

const LONG = 120_000
const COMPILED = fileURLToPath(new URL('../../.cache/compiled', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../test-workers.ts', import.meta.url))

/** People and a course in a database that the workers will serve too. */
async function openSchool() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-workers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const address = await copyOfTemplate()
  const database =
    address === undefined ? openDatabase(folder) : openSiteDatabase(databaseConfig(folder, address))
  await migrate(database)
  const testApp = await openTestApp({ database })
  const teacher = await testApp.user('Ada', 'Teacher')
  const courseId = await insertCourse(testApp, { playlistId: await insertPlaylist(testApp, { teacher }) })
  const [student, admin] = [
    await testApp.user('Sam'),
    await testApp.user('Root', 'Student', { isAdmin: true }),
  ]
  await givePassword(testApp, admin)
  return { folder, address, courseId, student, admin, adminPassword: PASSWORD }
}

type Environment = Record<string, string>

function spawned({ folder, address }: { folder: string; address?: string | undefined }, more: Environment) {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: folder,
      ...(address !== undefined && { DATABASE_URL: address }),
      DEMO_CONTENT: 'false',
      LOG_LEVEL: 'warn',
      OUTSIDE: 'off',
      WORKERS: '2',
      // As in the product, a process loads what an earlier one has compiled.
      NODE_COMPILE_CACHE: COMPILED,
      ...more,
    },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
  return { child, log: () => written }
}

const answered = (text: string) =>
  new Set([...text.matchAll(/^process_start_time_seconds\{worker="(\d)"\}/gm)].map(([, number]) => number))

const BOTH = new Set(['0', '1'])

/** The program with two ready workers on that database; every request opens a connection. */
async function startSite(environment: Environment = { RATE_LIMIT_SCALE: '1000' }) {
  const school = await openSchool()
  const { child, log } = spawned(school, environment)
  await expect.poll(log, { timeout: 60_000 }).toMatch(/ready at http/)
  const port = Number(/ready at http:\/\/localhost:(\d+)/.exec(log())?.[1])
  const request = (wish: RequestInput) => send(port, { from: '127.0.0.1', ...wish })
  const bothAnswer = async () => answered((await request({ path: '/metrics' })).text)
  return { ...school, child, log, port, request, bothAnswer }
}

/** As many one after the other as reach every worker, which take connections in turns. */
async function everywhere(
  request: (wish: RequestInput) => Promise<Answer>,
  wish: RequestInput,
): Promise<Answer[]> {
  return [await request(wish), await request(wish), await request(wish), await request(wish)]
}

async function workersOf({ pid }: ChildProcess): Promise<number[]> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)])
  return stdout.trim().split('\n').map(Number)
}

/** How many responses the caches of all workers have sent. */
const hitsIn = ({ text }: Answer) =>
  [...text.matchAll(/^lectern_response_cache_hits\{.*\} (\d+)$/gm)].reduce(
    (sum, [, hits]) => sum + Number(hits),
    0,
  )

const titlesIn = ({ text }: Answer) =>
  JSON.parse(text).categories.map(({ title }: { title: string }) => title)

const category = ({ token }: TestUser, title: string): RequestInput => ({
  method: 'POST',
  path: '/api/categories',
  token,
  body: { title },
})

test('workers see each other’s writes at once, a log-out counts for all, and SIGTERM ends all with 0', {
  timeout: LONG,
}, async () => {
  const { request, admin, student, child, bothAnswer } = await startSite()
  expect(await bothAnswer()).toEqual(BOTH)
  const expected: string[] = titlesIn(await request({ path: '/api/categories' }))
  for (let n = 0; n < 10; n += 1) {
    await everywhere(request, { path: '/api/categories' })
    expect((await request(category(admin, `Number ${n}`))).status).toBe(201)
    expected.push(`Number ${n}`)
    for (const answer of await everywhere(request, { path: '/api/categories' }))
      expect(titlesIn(answer).toSorted()).toEqual(expected.toSorted())
  }
  const { text } = await request({ path: '/metrics' })
  for (const worker of ['0', '1'])
    expect(text).toMatch(new RegExp(`http_requests_total\\{.*/api/categories.*worker="${worker}"\\}`))

  const mine = { path: '/api/auth/sessions', token: student.token }
  expect((await everywhere(request, mine)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await request({ ...mine, path: '/api/auth/logout', method: 'POST' })).status).toBe(200)
  expect((await everywhere(request, mine)).map(({ status }) => status)).toEqual([401, 401, 401, 401])

  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a suspension counts for all workers at once, and ends the streams of the user', {
  timeout: LONG,
}, async () => {
  const { request, port, student, admin, courseId, adminPassword } = await startSite()
  const watching = await watchersOf(`http://127.0.0.1:${port}`)(student, courseId)
  await watching.next()
  await watching.next()
  const mine = { path: '/api/auth/sessions', token: student.token }
  expect((await everywhere(request, mine)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const suspended = await request({
    method: 'PUT',
    path: `/api/admin/users/${student.id}/suspended`,
    token: admin.token,
    body: { suspended: true, reason: 'Advertising.', password: adminPassword },
  })
  expect(suspended.status).toBe(200)
  expect((await everywhere(request, mine)).map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect(await watching.next()).toBeUndefined()
})

test('a save of progress on one worker leaves the cached responses of all', {
  timeout: LONG,
}, async () => {
  const { request, student, courseId } = await startSite()
  const list = { path: '/api/categories' }
  await everywhere(request, list)
  const save = (second: number) =>
    request({
      method: 'PUT',
      path: `/api/progress/${courseId}`,
      token: student.token,
      body: saveOf([[0, second]]),
    })
  // The first save also reports the duration, which visitors see.
  for (const { status } of [await save(1), await save(2)]) expect(status).toBe(200)
  await everywhere(request, list)
  const before = hitsIn(await request({ path: '/metrics' }))
  for (let second = 3; second < 7; second += 1) expect((await save(second)).status).toBe(200)
  await everywhere(request, list)
  expect(hitsIn(await request({ path: '/metrics' }))).toBe(before + 4)
})

test('a comment reaches all viewers on all workers, in one order', {
  timeout: LONG,
}, async () => {
  const { request, port, student, courseId } = await startSite()
  const watch = watchersOf(`http://127.0.0.1:${port}`)
  const watching: Watching[] = []
  for (let n = 0; n < 4; n += 1) watching.push(await watch(student, courseId))
  for (const { next } of watching) {
    expect(await next()).toEqual({ retry: '2000' })
    expect((await next())?.event).toMatchObject({ type: 'reset' })
  }
  const comment = (text: string) =>
    request({ method: 'POST', path: '/api/comments', token: student.token, body: { text, courseId } })
  await Promise.all(Array.from({ length: 6 }, (_, n) => comment(`Thought ${n}`)))
  const heard = await Promise.all(
    watching.map(async ({ next }) => {
      const told: string[] = []
      for (let n = 0; n < 6; n += 1) told.push((await next())?.id ?? '')
      return told
    }),
  )
  expect(new Set(heard[0]).size).toBe(6)
  for (const each of heard) expect(each).toEqual(heard[0])

  // A client that reconnects to another worker has missed nothing.
  for (let n = 0; n < 2; n += 1) {
    const again = await watch(student, courseId, heard[0]?.[3])
    expect(await again.next()).toEqual({ retry: '2000' })
    expect((await again.next())?.id).toBe(heard[0]?.[4])
    expect((await again.next())?.id).toBe(heard[0]?.[5])
  }
})

test('a log-out on one worker ends the streams of all workers before any heartbeat', {
  timeout: LONG,
}, async () => {
  const { request, port, student, admin, courseId } = await startSite()
  const watch = watchersOf(`http://127.0.0.1:${port}`)
  const settled = async (person: TestUser) => {
    const watching = await watch(person, courseId)
    expect(await watching.next()).toEqual({ retry: '2000' })
    expect((await watching.next())?.event).toMatchObject({ type: 'reset' })
    return watching
  }
  const first = await settled(admin)
  const theirs = await Promise.all(Array.from({ length: 4 }, () => settled(student)))
  expect((await request({ method: 'POST', path: '/api/auth/logout', token: student.token })).status).toBe(200)
  const ended = Promise.all(theirs.map(({ next }) => next()))
  expect(await Promise.race([ended, first.next()])).toEqual([undefined, undefined, undefined, undefined])
})

test('workers count limits and failed log-ins together', { timeout: LONG }, async () => {
  const { request } = await startSite({ RATE_LIMIT_SCALE: '1' })
  const statuses: number[] = []
  const signUp = { method: 'POST', path: '/api/auth/register', body: {} }
  for (let n = 0; n < 24; n += 1) statuses.push((await request(signUp)).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)

  const body = { email: 'nobody@example.org', password: 'not the right one' }
  const tries: number[] = []
  for (let n = 0; n < 8; n += 1)
    tries.push((await request({ method: 'POST', path: '/api/auth/login', body })).status)
  expect(tries).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
})

test('a killed worker is replaced, and nothing that was acknowledged is lost', {
  timeout: LONG,
}, async () => {
  const { request, admin, child, log, bothAnswer } = await startSite()
  const acknowledged: string[] = []
  const replaced = Promise.withResolvers<undefined>()
  let isReplaced = false
  const write = async (writer: number) => {
    for (let n = 0; !isReplaced; n += 1) {
      const title = `Writer ${writer} ${n}`
      // Clients of the killed worker get no answer, so their writes were not acknowledged.
      const answer = request(category(admin, title)).catch(() => undefined)
      const heard = await Promise.race([answer, replaced.promise])
      if (heard?.status === 201) acknowledged.push(title)
    }
  }
  const writing = [0, 1, 2, 3].map(write)
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5)
  const [first = 0] = await workersOf(child)
  process.kill(first, 'SIGKILL')
  await expect.poll(log).toContain('ended with SIGKILL')
  await expect.poll(bothAnswer).toEqual(BOTH)
  isReplaced = true
  replaced.resolve(undefined)
  await Promise.all(writing)
  for (const answer of await everywhere(request, { path: '/api/categories' }))
    expect(titlesIn(answer)).toEqual(expect.arrayContaining(acknowledged))
  expect(await workersOf(child)).not.toContain(first)
})

test('a site whose worker dies at the start ends with one sentence', { timeout: LONG }, async () => {
  const { folder } = await openSchool()
  const { child, log } = spawned({ folder, address: 'postgres://nobody@127.0.0.1:1/none' }, {})
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(log()).toMatch(/Lectern did not start: worker 0 \(process \d+\) ended with 1\.\n$/)
})
