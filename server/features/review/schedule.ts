import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { findItem } from '#server/features/catalog/versions/items.queries.ts'
import { settle } from '#server/features/catalog/versions/revisions.ts'
import { publishNow } from '#server/features/catalog/versions/schedule.ts'
import { jobKind } from '#server/jobs/enqueue.ts'
import { announceRevisions, notifyPublished } from './notices.ts'
import { dueItems } from './schedule.queries.ts'

const MINUTE = 60_000

/** Every minute makes public what was approved for a time that has come. */
export function publishScheduled(context: AppContext): void {
  const { app, db, invalidation, jobs } = context
  jobs.work(
    jobKind('review.publish', z.object({})),
    async () => {
      const published = await publishDue(db)
      if (published.length === 0) return
      app.log.info({ published }, 'published what was scheduled')
      invalidation.invalidate('everything')
      await announceRevisions(context, published)
      return
    },
    { limit: 1, lease: 5 * MINUTE, recurring: { first: MINUTE, every: MINUTE, payload: {} } },
  )
}

/** Publishes what is due, each item once; returns their ids. A video comes before its playlist, so that they are announced together. */
export async function publishDue(db: Db, time = Date.now()): Promise<string[]> {
  const now = new Date(time).toISOString()
  const published: string[] = []
  for (const { kind, id, teacherId } of await dueItems(db, now)) {
    const isPublished = await transaction(db, async (trx) => {
      await lockToChange(trx, 'users', { id: teacherId })
      const item = await findItem(trx, kind, id)
      // The teacher may have chosen another time, or an admin another status.
      if (!item || item.scheduledAt === null || item.publishAt === null || item.publishAt > now) return false
      await publishNow(trx, item)
      await settle(trx, teacherId, [item.playlistId])
      await notifyPublished(trx, item)
      return true
    })
    if (isPublished) published.push(id)
  }
  return published
}
