import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/data/database.ts'
import type { JobRow } from '#server/data/job-rows.ts'
import type { Watched } from '#server/http/metrics.ts'
import { enqueue, type JobKind } from './enqueue.ts'
import { countJobs, dueKinds, type JobCounts, takeJobs } from './jobs.queries.ts'
import { runJob, type Tries, type WhenDead, type Worker } from './run-job.ts'

const POLL_MS = 5000
/** How long a stop waits for the jobs that run. Process managers often kill a process ten seconds after they ask it to stop. */
const STOP_MS = 5000

/**
 * Does a job. The signal is aborted when the lease ends or the process stops: then another process does the job. An error
 * of the last try makes it dead. A recurring job may return the payload of its next run.
 */
type Handler<Payload> = (payload: Payload, signal: AbortSignal, tries: Tries) => Promise<Payload | undefined>

interface WorkOptions<Payload> {
  /** How many of the kind this process runs at once. */
  limit: number
  /** Milliseconds until another process may take the job over: longer than the job ever takes. */
  lease: number
  /** Renews the lease while the job runs: for jobs of unknown length. */
  renews?: boolean
  /** For a job that recurs and is never dead; times are in milliseconds. */
  recurring?: {
    /** From the first start of the site to the first run. */
    first: number
    /** From the end of a run to the next. */
    every: number
    payload: Payload
  }
}

export interface Jobs {
  /** Says what does the jobs of a kind. Call it before `start`. */
  work<Payload>(kind: JobKind<Payload>, handler: Handler<Payload>, options: WorkOptions<Payload>): void
  /** Adds an effect that runs when any job has failed for good. */
  whenDead(effect: WhenDead): void
  /** Looks for due jobs now instead of at the next poll; call it after the commit of `enqueue`. Nothing happens before `start`. */
  wake(): void
  /** Begins to poll, and adds the recurring jobs that are missing. */
  start(): Promise<void>
  /** Takes no more jobs, lets the running ones end and gives back those that fail because of it. */
  stop(): Promise<void>
  /** Runs all due jobs until none is left, without polling. */
  runDue(): Promise<void>
}

/** Runs the jobs of the table in this process. Other processes do the same, and each job is leased by one of them. */
export function createJobs({ db, log }: { db: Db; log: FastifyBaseLogger }): Jobs {
  const runner = createRunner({ db, log })
  const first: (() => Promise<void>)[] = []

  return {
    work(kind, handler, { limit, lease, renews, recurring }) {
      const run: Worker['run'] = (payload, signal, tries) =>
        handler(kind.payload.parse(payload), signal, tries)
      runner.workers.set(kind.name, { run, limit, lease, renews, every: recurring?.every })
      if (!recurring) return
      const { payload, first: wait } = recurring
      first.push(() => enqueue(db, kind, { payload, at: Date.now() + wait, dedupe: kind.name }))
    },
    whenDead: (effect) => void runner.effects.push(effect),
    wake: runner.wake,
    async start() {
      for (const add of first) await add()
      runner.poll()
    },
    stop: runner.stop,
    async runDue() {
      while ((await runner.look()) > 0);
    },
  }
}

function createRunner({ db, log }: { db: Db; log: FastifyBaseLogger }) {
  const me = randomBytes(8).toString('hex')
  const workers = new Map<string, Worker>()
  const effects: WhenDead[] = []
  const running = new Map<Promise<void>, string>()
  const stopping = new AbortController()
  let polling: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let again = false

  /** Runs one look at a time, and another one if it was asked for meanwhile. */
  function look(): Promise<void> {
    again = true
    looking ??= (async () => {
      while (again && !stopping.signal.aborted) {
        again = false
        for (const kind of await dueKinds(db, [...workers.keys()], new Date().toISOString())) await take(kind)
      }
    })().finally(() => {
      looking = undefined
    })
    return looking
  }

  /** Begins as many jobs of a kind as there is room for. */
  async function take(kind: string): Promise<void> {
    const worker = workers.get(kind)
    const taken = [...running.values()].filter((each) => each === kind).length
    if (!worker || taken >= worker.limit || stopping.signal.aborted) return
    const now = Date.now()
    const lease = { by: me, until: new Date(now + worker.lease).toISOString() }
    const limit = worker.limit - taken
    for (const job of await takeJobs(db, { kind, now: new Date(now).toISOString(), limit, lease }))
      begin(worker, job)
  }

  function begin(worker: Worker, job: JobRow): void {
    const run = runJob({ db, log, stopping: stopping.signal, whenDead: effects }, worker, job)
      .catch((error: unknown) => log.error({ err: error, job: job.kind }, 'the end of a job was not stored'))
      .finally(() => {
        running.delete(run)
        wake()
      })
    running.set(run, job.kind)
  }

  function wake(): void {
    if (!polling || stopping.signal.aborted) return
    look().catch((error: unknown) => log.warn({ err: error }, 'jobs could not be looked for'))
  }

  return {
    workers,
    effects,
    wake,
    poll(): void {
      polling ??= setInterval(wake, POLL_MS).unref()
      wake()
    },
    /** Gives how many jobs ran. */
    async look(): Promise<number> {
      await look()
      const runs = [...running.keys()]
      await Promise.all(runs)
      return runs.length
    },
    async stop(): Promise<void> {
      clearInterval(polling)
      stopping.abort()
      await looking?.catch(() => undefined)
      await Promise.race([Promise.all(running.keys()), wait(STOP_MS, undefined, { ref: false })])
    },
  }
}

/** How many jobs wait, run and have failed for good, in the whole site. */
export function jobMetrics(db: Db): Watched[] {
  const read = (state: keyof JobCounts) => () =>
    countJobs(db).then(
      (counts) => counts[state],
      // The other metrics matter most when the database does not answer.
      () => Number.NaN,
    )
  return [
    {
      name: 'lectern_jobs_ready',
      help: 'Jobs that wait for their time or a free place.',
      read: read('ready'),
    },
    { name: 'lectern_jobs_running', help: 'Jobs that a process runs.', read: read('running') },
    { name: 'lectern_jobs_dead', help: 'Jobs that failed eight times and run no more.', read: read('dead') },
  ]
}
