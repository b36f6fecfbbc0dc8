import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Postgres, startPostgres, startReplica } from '#scripts/postgres.ts'
import { createVisitorCall } from '#server/core/http/visitor-call.ts'
import { placeOf } from '#server/test-database.ts'
import { openHouse, type Person, type TestHouse } from '#server/test-house.ts'
import { openSiteDatabase, openToolDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openReplicas } from './replicas.ts'

let primary: Postgres
let databases = 0

async function asked(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(text)
  await client.end()
  return rows
}

interface Replicated {
  replica: Postgres
  /** The addresses of the site's database. */
  here: string
  there: string
  /** One more node of the site, which hears nothing of the others. */
  node: (environment?: Record<string, string>) => Promise<TestHouse>
  /** What is written from now on reaches the replica only after `resume`. */
  pause: () => Promise<void>
  resume: () => Promise<void>
}

async function replicated(): Promise<Replicated> {
  databases += 1
  const name = `site_${databases}`
  const here = primary.url(name)
  await asked(primary.url('postgres'), `create database ${name}`)
  const tool = openToolDatabase(placeOf('', here))
  await migrate(tool)
  await tool.destroy()
  const replica = await startReplica(primary)
  onTestFinished(() => replica.stop())
  const there = replica.url(name)
  return {
    replica,
    here,
    there,
    node: (environment = {}) =>
      openHouse({
        database: openSiteDatabase(placeOf('', here)),
        environment: { DATABASE_URL: here, DATABASE_REPLICA_URL: there, ...environment },
      }),
    async pause() {
      await asked(there, 'select pg_wal_replay_pause()')
      const state = () => asked(there, 'select pg_get_wal_replay_pause_state() as state')
      await expect.poll(state).toEqual([{ state: 'paused' }])
    },
    async resume() {
      await asked(there, 'select pg_wal_replay_resume()')
    },
  }
}

const isReplicaRead = ({ house }: TestHouse) => house.replicas.choose() !== house.db
const titles = (answer: { json: () => { categories: { title: string }[] } }) =>
  answer.json().categories.map(({ title }) => title)
const seenBy = async ({ ask }: Pick<TestHouse | Person, 'ask'>) => titles(await ask('GET', '/api/categories'))

async function adminOf(node: TestHouse): Promise<Person> {
  const admin = await node.user('Root', 'Student', { isAdmin: true })
  node.house.invalidation.invalidate('everything')
  await expect.poll(() => isReplicaRead(node)).toBe(true)
  return admin
}

async function add(admin: Person, title: string): Promise<void> {
  expect((await admin.ask('POST', '/api/categories', { title })).statusCode).toBe(201)
}

describe('with a streaming replica', () => {
  beforeAll(async () => {
    primary = await startPostgres({ settings: ['synchronous_commit=on'] })
  })
  afterAll(() => primary.stop())

  test('visitors read from it', async () => {
    const { there, node } = await replicated()
    const site = await node()
    await expect.poll(() => isReplicaRead(site)).toBe(true)
    const reads = async () => {
      await site.ask('GET', '/api/categories')
      const rows = await asked(
        there,
        "select seq_scan + coalesce(idx_scan, 0) as n from pg_stat_user_tables where relname = 'categories'",
      )
      return Number(rows[0]?.n)
    }
    await expect.poll(reads).toBeGreaterThan(0)
  })

  test('what was written on a node is seen there at once, by everybody, however late the replica is', async () => {
    const { node, pause, resume } = await replicated()
    const site = await node()
    const admin = await adminOf(site)
    await pause()
    await add(admin, 'art')
    expect(await seenBy(admin)).toContain('art')
    expect(await seenBy(site)).toContain('art')
    const rendered = await createVisitorCall(site.house)('categories.list')
    expect(rendered.categories.map(({ title }) => title)).toContain('art')
    expect(isReplicaRead(site)).toBe(false)
    await resume()
    await expect.poll(() => isReplicaRead(site)).toBe(true)
    expect(await seenBy(site)).toContain('art')
  })

  test('on a node that heard nothing a person sees it at once, and a visitor soon', async () => {
    const { node, pause } = await replicated()
    const [one, other] = [await node(), await node()]
    const admin = await adminOf(one)
    const reader = await other.user('Ann')
    await expect.poll(() => isReplicaRead(other)).toBe(true)
    await pause()
    await add(admin, 'art')
    expect(await seenBy(reader)).toContain('art')
    await expect.poll(() => seenBy(other)).toContain('art')
    expect(isReplicaRead(other)).toBe(false)
  })

  test('nobody notices that it stops', async () => {
    const { replica, node } = await replicated()
    const site = await node()
    await expect.poll(() => isReplicaRead(site)).toBe(true)
    await replica.stop()
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.ask('GET', '/api/categories')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    await expect.poll(() => isReplicaRead(site)).toBe(false)
  })

  test('one that is frozen is waited for a moment, and not again', async () => {
    const { replica, there, node } = await replicated()
    const site = await node()
    await expect.poll(() => isReplicaRead(site)).toBe(true)
    const rows = await asked(there, 'select pid from pg_stat_activity')
    const family = [replica.pid, ...rows.map(({ pid }) => Number(pid))]
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of family) {
        try {
          process.kill(pid, name)
        } catch {
          // The connection that asked is gone.
        }
      }
    }
    signal('SIGSTOP')
    onTestFinished(() => signal('SIGCONT'))
    expect((await site.ask('GET', '/api/categories')).statusCode).toBe(200)
    expect(isReplicaRead(site)).toBe(false)
    signal('SIGCONT')
    await expect.poll(() => isReplicaRead(site)).toBe(true)
  })

  test('how far it is behind is a figure of the site', async () => {
    const { replica, node } = await replicated()
    const site = await node()
    const behind = async () => {
      const { body } = await site.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
      return /^lectern_replica_behind_seconds\{host="[^"]*"\} (\S+)$/m.exec(body)?.[1]
    }
    await expect.poll(() => isReplicaRead(site)).toBe(true)
    expect(Number(await behind())).toBeLessThan(5)
    await replica.stop()
    await expect.poll(behind).toBe('+Inf')
  })

  test('who does not hear the other nodes reads from the primary', async () => {
    const { here, there } = await replicated()
    const db = openSiteDatabase(placeOf('', here))
    onTestFinished(() => db.destroy())
    let heard = true
    const replicas = openReplicas({
      primary: db,
      place: { ...placeOf('', here), DATABASE_REPLICA_URL: [there] },
      hears: () => heard,
      log: { warn: () => undefined, info: () => undefined },
    })
    onTestFinished(() => replicas.close())
    await expect.poll(() => replicas.choose() !== db).toBe(true)
    heard = false
    expect(replicas.choose() === db).toBe(true)
  })

  test('what is no replica of the primary is not read, and the log says so', async () => {
    const { here, there } = await replicated()
    const db = openSiteDatabase(placeOf('', here))
    onTestFinished(() => db.destroy())
    const warned: string[] = []
    const replicas = openReplicas({
      primary: db,
      place: { ...placeOf('', here), DATABASE_REPLICA_URL: [here, there] },
      hears: () => true,
      log: {
        warn: (details) => warned.push(JSON.stringify(details, ['err', 'message'])),
        info: () => undefined,
      },
    })
    onTestFinished(() => replicas.close())
    await expect.poll(() => replicas.choose() !== db).toBe(true)
    await expect.poll(() => warned.length).toBe(1)
    expect(warned[0]).toContain('no streaming replica')
  })
})
