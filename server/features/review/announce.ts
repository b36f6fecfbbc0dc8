import type { AppContext } from '#server/context.ts'
import { adminIds } from '#server/features/notifications/notifications.queries.ts'
import { tellNotified } from '#server/features/notifications/notify.ts'
import { newestWithPlace } from './announce.queries.ts'

/**
 * Sends live events to the owners of these playlists or courses and to the admins, after the commit: there is a newer revision,
 * and perhaps a notification about it.
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
