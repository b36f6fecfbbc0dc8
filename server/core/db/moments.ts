import { sql } from 'kysely'
import { together } from '../together.ts'
import type { Db } from './database.ts'
import { isPostgres } from './dialect.ts'
import { prepared } from './prepared.ts'

/**
 * The name of the state of the database that everybody reads now. As long as it is the same, nobody has committed
 * anything: what was read between two equal ones is true in all of the time between. Fails as any question does.
 */
export type AskMoment = () => Promise<string>

/**
 * On PostgreSQL, which does not tell who wrote: one question at a time for all who wait. `undefined` on SQLite, which is
 * looked at without asking (`writesIn`).
 */
export function watchMoments(db: Db): AskMoment | undefined {
  if (!isPostgres(db)) return undefined
  return together(() => ask(db)).ask
}

/** A commit changes the list of transactions that are over, which is what a snapshot is; a reader has no place in it. */
const momentOf = prepared((db) => db.selectNoFrom(sql<string>`pg_current_snapshot()::text`.as('moment')))

async function ask(db: Db): Promise<string> {
  const [row] = await momentOf(db, {})
  return row?.moment ?? ''
}
