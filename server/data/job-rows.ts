import type { Generated, Selectable } from 'kysely'

/** Work for later. A finished job has no row. */
export interface JobTable {
  id: string
  kind: string
  /** JSON. */
  payload: string
  run_at: string
  /** How often it was taken. */
  attempts: Generated<number>
  leased_until: string | null
  /** The process that runs it. */
  leased_by: string | null
  state: Generated<'ready' | 'running' | 'dead'>
  last_error: string | null
  dedupe_key: string | null
}

export type JobRow = Selectable<JobTable>
