import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { transaction } from '#server/data/database.ts'
import { openTestApp, type TestApp } from '#server/test-app.ts'
import { enqueue, enqueueAll, jobKind } from './enqueue.ts'
import { countJobs } from './jobs.queries.ts'
import { createJobs, type Jobs } from './jobs.ts'

const HOUR = 3_600_000
const GREETING = jobKind('greeting', z.object({ to: z.string() }))
const OPTIONS = { limit: 4, lease: 60_000 }

/** A process of the site that does greetings. */
function processOf(
  { db, app }: TestApp,
  options = OPTIONS,
  greet: (to: string) => Promise<unknown> = async () => undefined,
) {
  const jobs = createJobs({ db, log: app.log })
  const greeted: string[] = []
  jobs.work(
    GREETING,
    async ({ to }) => {
      greeted.push(to)
      await greet(to)
      return
    },
    options,
  )
  onTestFinished(() => jobs.stop())
  return { ...jobs, greeted }
}

/** Lets the time until the next try or the end of the lease pass. */
async function passTime({ db }: TestApp): Promise<void> {
  const past = new Date(0).toISOString()
  await db.updateTable('jobs').set({ run_at: past, leased_until: past }).execute()
}

const jobOf = ({ db }: TestApp) => db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()

test('a job is enqueued with its transaction or not at all', async () => {
  const testApp = await openTestApp()
  const { runDue, greeted } = processOf(testApp)
  await transaction(testApp.db, (trx) => enqueue(trx, GREETING, { payload: { to: 'Ann' } }))
  const failed = transaction(testApp.db, async (trx) => {
    await enqueue(trx, GREETING, { payload: { to: 'Bob' } })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await runDue()
  expect(greeted).toEqual(['Ann'])
  expect(await countJobs(testApp.db)).toEqual({ ready: 0, running: 0, dead: 0 })
})

test('a job runs at its time, and once while its key waits', async () => {
  const testApp = await openTestApp()
  const { runDue, greeted } = processOf(testApp)
  const at = Date.now() + HOUR
  await enqueue(testApp.db, GREETING, { payload: { to: 'Ann' }, at, dedupe: 'ann' })
  await enqueue(testApp.db, GREETING, { payload: { to: 'Ann again' }, dedupe: 'ann' })
  await runDue()
  expect(greeted).toEqual([])
  await passTime(testApp)
  await runDue()
  await enqueue(testApp.db, GREETING, { payload: { to: 'Ann, later' }, dedupe: 'ann' })
  await runDue()
  expect(greeted).toEqual(['Ann', 'Ann, later'])
})

test('a job that fails is tried eight times, each pause longer, and is then dead', async () => {
  const testApp = await openTestApp()
  const { runDue, greeted } = processOf(testApp, OPTIONS, () => Promise.reject(new Error('Nobody at home.')))
  await enqueue(testApp.db, GREETING, { payload: { to: 'Ann' }, dedupe: 'ann' })
  const pauses: number[] = []
  for (let tries = 1; tries <= 8; tries += 1) {
    const now = Date.now()
    await runDue()
    const { run_at, state } = await jobOf(testApp)
    if (state === 'ready') pauses.push(Math.round((Date.parse(run_at) - now) / 1000))
    await passTime(testApp)
  }
  await runDue()
  expect(greeted).toHaveLength(8)
  expect([pauses[0], pauses.at(-1)]).toEqual([10, 6 * 3600])
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(await jobOf(testApp)).toMatchObject({
    state: 'dead',
    last_error: 'Nobody at home.',
    dedupe_key: null,
  })
  const metrics = (await testApp.request('GET', '/metrics')).body
  expect(metrics).toContain('lectern_jobs_dead 1')
})

test('of several processes one takes each job, and none runs more at once than its limit', async () => {
  const testApp = await openTestApp()
  let atOnce = 0
  let most = 0
  const slowly = async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await wait(1)
    atOnce -= 1
  }
  const processes = Array.from({ length: 3 }, () => processOf(testApp, { ...OPTIONS, limit: 2 }, slowly))
  const names = Array.from({ length: 60 }, (_, index) => `Person ${index}`)
  await enqueueAll(
    testApp.db,
    GREETING,
    names.map((to) => ({ payload: { to } })),
  )
  await Promise.all(processes.map(({ runDue }) => runDue()))
  expect(processes.flatMap(({ greeted }) => greeted).toSorted()).toEqual(names.toSorted())
  expect(most).toBeLessThanOrEqual(6)
})

test('when a lease ends, another process takes the job over, and the first one changes nothing more', async () => {
  const testApp = await openTestApp()
  const stuck = Promise.withResolvers<void>()
  const first = processOf(testApp, OPTIONS, () => stuck.promise)
  const second = processOf(testApp, OPTIONS, () => Promise.reject(new Error('Not now.')))
  await enqueue(testApp.db, GREETING, { payload: { to: 'Ann' } })
  const firstRun = first.runDue()
  await expect.poll(() => first.greeted).toEqual(['Ann'])
  await second.runDue()
  expect(second.greeted).toEqual([])
  await passTime(testApp)
  await second.runDue()
  expect(second.greeted).toEqual(['Ann'])
  stuck.resolve()
  await firstRun
  expect(await jobOf(testApp)).toMatchObject({ state: 'ready', attempts: 2, last_error: 'Not now.' })
})

test('a job that ends its process at every try is dead after eight', async () => {
  const testApp = await openTestApp()
  const { runDue, greeted } = processOf(testApp)
  await enqueue(testApp.db, GREETING, { payload: { to: 'Ann' } })
  await testApp.db.updateTable('jobs').set({ state: 'running', attempts: 8, leased_by: 'killed' }).execute()
  await passTime(testApp)
  await runDue()
  expect(greeted).toEqual([])
  expect(await jobOf(testApp)).toMatchObject({ state: 'dead', last_error: 'The process ended.' })
})

test('a process that stops lets its jobs end, and gives back those that it ends itself', async () => {
  const testApp = await openTestApp()
  const jobs = createJobs({ db: testApp.db, log: testApp.app.log })
  const began = vi.fn()
  jobs.work(
    GREETING,
    async ({ to }, signal) => {
      began(to)
      return to === 'Bob' ? undefined : wait(HOUR, undefined, { signal })
    },
    OPTIONS,
  )
  await enqueueAll(testApp.db, GREETING, [{ payload: { to: 'Ann' } }, { payload: { to: 'Bob' } }])
  await jobs.start()
  await expect.poll(() => began.mock.calls.length).toBe(2)
  await jobs.stop()
  expect(await jobOf(testApp)).toMatchObject({ state: 'ready', attempts: 0, payload: '{"to":"Ann"}' })
  expect(await countJobs(testApp.db)).toEqual({ ready: 1, running: 0, dead: 0 })
})

test('a recurring job is there once, goes on after an error and keeps what it returns', async () => {
  const testApp = await openTestApp()
  const COUNT = jobKind('count', z.object({ n: z.int() }))
  const seen: number[] = []
  const counting = (): Jobs => {
    const jobs = createJobs({ db: testApp.db, log: testApp.app.log })
    const recurring = { every: HOUR, first: HOUR, payload: { n: 0 } }
    jobs.work(
      COUNT,
      async ({ n }) => {
        seen.push(n)
        if (seen.length === 2) throw new Error('Lost count.')
        return { n: n + 1 }
      },
      { limit: 1, lease: 60_000, recurring },
    )
    onTestFinished(() => jobs.stop())
    return jobs
  }
  const [one, other] = [counting(), counting()]
  await one.start()
  await other.start()
  expect(await countJobs(testApp.db)).toMatchObject({ ready: 1 })
  for (let run = 0; run < 4; run += 1) {
    await passTime(testApp)
    await one.runDue()
  }
  expect(seen).toEqual([0, 1, 1, 2])
})

test('a wake-up after the commit runs the job before the next poll', async () => {
  const testApp = await openTestApp()
  const { start, wake, greeted } = processOf(testApp)
  await start()
  await transaction(testApp.db, async (trx, after) => {
    await enqueue(trx, GREETING, { payload: { to: 'Ann' } })
    after(wake)
  })
  await expect.poll(() => greeted, { timeout: 1000 }).toEqual(['Ann'])
})
