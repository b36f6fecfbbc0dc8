import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { idAt } from '#server/data/ids.ts'
import { dateIn, SITE_TIME_ZONE, startOfDay } from '#server/data/time-zones.ts'
import { jobKind } from '#server/jobs/enqueue.ts'
import { countProgress } from './count.ts'
import { countComments, deleteDaysBefore } from './days.queries.ts'
import { RECOUNT, recountPlaylist } from './recount.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The longest period and the one before it. */
const DAYS_KEPT = 800

/** Counts what was watched every minute, recounts playlists that have changed, and deletes old days. */
export function workOnFigures({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>): void {
  jobs.work(
    jobKind('figures.count', z.object({})),
    async (_payload, signal) => {
      await countProgress(db, { signal })
      await countNewComments(db, Date.now())
      return
    },
    { limit: 1, lease: MINUTE, renews: true, recurring: { first: MINUTE, every: MINUTE, payload: {} } },
  )
  jobs.work(
    RECOUNT,
    async ({ playlistId }, signal) => {
      await recountPlaylist(db, playlistId, signal)
      return
    },
    { limit: 1, lease: MINUTE, renews: true },
  )
  jobs.work(
    jobKind('figures.forget', z.object({})),
    async () => {
      await deleteDaysBefore(db, dateIn(SITE_TIME_ZONE, Date.now() - DAYS_KEPT * DAY))
      return
    },
    { limit: 1, lease: 5 * MINUTE, recurring: { first: 10 * MINUTE, every: DAY, payload: {} } },
  )
}

/** Counts the comments of today and of yesterday, which may have had some after the last run. */
export async function countNewComments(db: Db, now: number): Promise<void> {
  const today = startOfDay(SITE_TIME_ZONE, now)
  const yesterday = startOfDay(SITE_TIME_ZONE, today - 1)
  for (const [from, to] of [
    [yesterday, today],
    [today, now + DAY],
  ] as const)
    await countComments(db, { day: dateIn(SITE_TIME_ZONE, from), from: idAt(from), to: idAt(to) })
}
