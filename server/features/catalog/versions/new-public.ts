import type { Db } from '#server/data/database.ts'
import { emit } from '#server/events.ts'
import { markCoursesAnnounced, markPlaylistAnnounced, publicPlaylist } from './new-public.queries.ts'

/**
 * Enqueues the notifications of followers about a playlist that is public for the first time with a video, or about its new
 * courses. A playlist or course that was public before is not new. Call it after the counts are right.
 */
export async function announceNew(trx: Db, playlistId: string): Promise<void> {
  const playlist = await publicPlaylist(trx, playlistId)
  if (!playlist) return
  const at = new Date().toISOString()
  const courses = await markCoursesAnnounced(trx, playlistId, at)
  const isNew = playlist.announced_at === null && playlist.approved_courses_count > 0
  if (isNew) await markPlaylistAnnounced(trx, playlistId, at)
  if (isNew || courses.length > 0) await emit(trx, 'item.published', { playlistId, isNew, courses })
}
