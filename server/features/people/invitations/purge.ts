import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { deleteOldImports } from '#server/features/people/imports/imports.queries.ts'
import { jobKind } from '#server/jobs/enqueue.ts'
import { deleteEndedInvitations } from './invitations.queries.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const INVITATION_KEPT_DAYS = 90
const IMPORT_KEPT_DAYS = 7

const PURGE = jobKind('invitations.purge', z.object({}))

/** Deletes invitations 90 days after they ended, and files of people after 7 days. */
export async function forgetOld(db: Db): Promise<void> {
  await deleteEndedInvitations(db, daysAgo(INVITATION_KEPT_DAYS))
  await deleteOldImports(db, daysAgo(IMPORT_KEPT_DAYS))
}

/** Does so every hour. */
export function forgetEnded({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): void {
  const purge = async (): Promise<undefined> => {
    await forgetOld(db)
    return
  }
  jobs.work(PURGE, purge, { limit: 1, lease: HOUR / 2, recurring: { first: HOUR, every: HOUR, payload: {} } })
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString()
}
