import type { AppContext } from '#server/context.ts'
import { adminIds, newestWithPlace } from './announce.queries.ts'

/** Tells the owners and the admins that these playlists or courses have another newest revision, after the commit. */
export async function announceRevisions(
  { db, events }: Pick<AppContext, 'db' | 'events'>,
  subjectIds: string[],
): Promise<void> {
  if (subjectIds.length === 0) return
  const [revisions, admins] = await Promise.all([newestWithPlace(db, subjectIds), adminIds(db)])
  for (const { teacherId, ...event } of revisions) {
    for (const userId of new Set([teacherId, ...admins])) {
      events.publish({ type: 'user', userId, event: { type: 'review', ...event } })
    }
  }
}
