import type { ExpressionBuilder } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import type { JobRow } from '#server/data/job-rows.ts'
import type { Schema } from '#server/data/schema.ts'

const ERROR_MAX = 500

type NewJob = Pick<JobRow, 'id' | 'kind' | 'payload' | 'run_at' | 'dedupe_key'>

/** Jobs whose dedupe key exists already are left out. */
export async function insertJobs(trx: Db, jobs: NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  await trx
    .insertInto('jobs')
    .values(jobs)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/** The kinds that have a job to take. */
export async function dueKinds(db: Db, kinds: string[], now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('kind')
    .distinct()
    .where('kind', 'in', kinds)
    .where(isDue(now))
    .execute()
  return rows.map(({ kind }) => kind)
}

export interface Lease {
  by: string
  until: string
}

interface Taking {
  kind: string
  now: string
  limit: number
  lease: Lease
}

/** Leases due jobs, and those whose lease has ended, in one statement: no other process takes the same ones. */
export function takeJobs(db: Db, { kind, now, limit, lease }: Taking): Promise<JobRow[]> {
  const postgres = isPostgres(db)
  return (
    db
      // Materialized: PostgreSQL could else run it once for each row, and lease more than the limit.
      .with(
        (cte) => cte('due').materialized(),
        (trx) =>
          trx
            .selectFrom('jobs')
            .select('id')
            .where('kind', '=', kind)
            .where(isDue(now))
            .orderBy('run_at')
            .orderBy('id')
            .limit(limit)
            .$if(postgres, (query) => query.forUpdate().skipLocked()),
      )
      .updateTable('jobs')
      .set(({ eb }) => ({
        state: 'running',
        leased_by: lease.by,
        leased_until: lease.until,
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', 'in', ({ selectFrom }) => selectFrom('due').select('due.id'))
      .returningAll()
      .execute()
  )
}

/** It waits and its time has come, or it runs and its lease has ended. */
function isDue(now: string) {
  return ({ or, and, eb }: ExpressionBuilder<Schema, 'jobs'>) =>
    or([
      and([eb('state', '=', 'ready'), eb('run_at', '<=', now)]),
      and([eb('state', '=', 'running'), eb('leased_until', '<=', now)]),
    ])
}

/** One taking of a job. Nothing changes when another process has taken it over meanwhile. */
type Taken = Pick<JobRow, 'id' | 'leased_by' | 'attempts'>

export async function deleteJob(db: Db, { id, leased_by, attempts }: Taken): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('leased_by', '=', leased_by)
    .where('attempts', '=', attempts)
    .execute()
}

/** Holds a job longer. False when another process has taken it over. */
export async function renewLease(
  db: Db,
  { id, leased_by, attempts }: Taken,
  until: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('leased_by', '=', leased_by)
    .where('attempts', '=', attempts)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

interface Next {
  state: 'ready' | 'dead'
  runAt: string
  attempts: number
  payload?: string
  error?: unknown
}

/** Gives a job back: to run at another time, or never again. A dead job blocks no new one. */
export async function putBack(
  db: Db,
  { id, leased_by, attempts: taken }: Taken,
  { state, runAt, attempts, payload, error }: Next,
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      state,
      run_at: runAt,
      attempts,
      leased_by: null,
      leased_until: null,
      last_error: error === undefined ? null : textOf(error),
      ...(payload !== undefined && { payload }),
      ...(state === 'dead' && { dedupe_key: null }),
    })
    .where('id', '=', id)
    .where('leased_by', '=', leased_by)
    .where('attempts', '=', taken)
    .execute()
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX)
}

export interface JobCounts {
  ready: number
  running: number
  dead: number
}

export async function countJobs(db: Db): Promise<JobCounts> {
  const rows = await db
    .selectFrom('jobs')
    .select(['state', ({ fn }) => fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  const counts = new Map(rows.map(({ state, n }) => [state, Number(n)]))
  return {
    ready: counts.get('ready') ?? 0,
    running: counts.get('running') ?? 0,
    dead: counts.get('dead') ?? 0,
  }
}

/** The dead jobs of each kind, with the error of one of them. */
export async function deadJobs(db: Db): Promise<{ kind: string; n: number; error: string | null }[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', ({ fn }) => fn.countAll<number>().as('n'), ({ fn }) => fn.max('last_error').as('error')])
    .where('state', '=', 'dead')
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, n, error }) => ({ kind, n: Number(n), error }))
}

/** The dead jobs of each kind, the newest first, and how many there are. */
export async function listDead(
  db: Db,
  limit: number,
): Promise<{ count: number; jobs: Pick<JobRow, 'id' | 'kind' | 'last_error' | 'attempts' | 'run_at'>[] }> {
  const dead = db.selectFrom('jobs').where('state', '=', 'dead')
  const [{ n }, jobs] = await Promise.all([
    dead.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    dead
      .select(['id', 'kind', 'last_error', 'attempts', 'run_at'])
      .orderBy('kind', 'desc')
      .orderBy('run_at', 'desc')
      .limit(limit)
      .execute(),
  ])
  return { count: Number(n), jobs }
}

/** How many jobs of a kind are to be done. */
export async function countToDo(db: Db, kind: string): Promise<number> {
  const { n } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('kind', '=', kind)
    .where('state', 'in', ['ready', 'running'])
    .executeTakeFirstOrThrow()
  return Number(n)
}

interface WhichDead {
  id?: string | undefined
  kind?: string | undefined
}

/** Lets dead jobs run again from the first try: all, one, or those of a kind. Gives how many. */
export async function reviveJobs(db: Db, { id, kind }: WhichDead = {}): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ state: 'ready', run_at: new Date().toISOString(), attempts: 0 })
    .where('state', '=', 'dead')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
