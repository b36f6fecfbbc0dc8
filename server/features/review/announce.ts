import type { AppContext } from '#server/context.ts'
import { tellNotified } from '#server/features/notifications/notify.ts'
import { adminIds, newestWithPlace } from './announce.queries.ts'

/**
 * Tells the owners and the admins that these playlists or courses have another newest revision, and that they may have a
 * notification of it, after the commit.
 */
export async function announceRevisions(
  { db, events, jobs }: Pick<AppContext, 'db' | 'events' | 'jobs'>,
  subjectIds: string[],
): Promise<void> {
  if (subjectIds.length === 0) return
  const [revisions, admins] = await Promise.all([newestWithPlace(db, subjectIds), adminIds(db)])
  for (const { teacherId, ...event } of revisions) {
    for (const userId of new Set([teacherId, ...admins])) {
      events.publish({ type: 'user', userId, event: { type: 'review', ...event } })
    }
  }
  const owners = revisions.map(({ teacherId }) => teacherId)
  tellNotified({ events, jobs }, { userIds: [...owners, ...admins], hasMails: true })
}
