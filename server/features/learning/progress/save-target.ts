import { videoKeyOf } from '#contract/video/video-key.ts'
import { isHidden } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import type { PlaylistProgressRow } from '#server/data/learning-rows.ts'
import { videoOf } from '#server/features/catalog/courses/video-columns.ts'
import { isCourseShownTo } from '#server/features/catalog/playlists/visibility.ts'
import type { Credit } from './credit.ts'
import { creditIn, readSaveTarget, summaryIn, watchedIn } from './save.queries.ts'
import type { Watched } from './watched.ts'

/** Where a save goes: a course that the user may see, and what is stored until now. */
export interface SaveTarget {
  courseId: string
  playlistId: string
  teacherId: string
  videoKey: string
  /** Nothing but a player reports the duration of the video. */
  isReported: boolean
  courseSeconds: number | null
  /** The second at which its teacher lets it start. */
  startsAt: number
  /** How many courses make the playlist done. */
  coursesToDo: number
  user: { createdAt: string; isHistoryPaused: boolean; timeZone: string | null }
  watched: Watched | undefined
  credit: Credit | undefined
  summary: Omit<PlaylistProgressRow, 'user_id' | 'playlist_id'> | undefined
}

/** The key of a course's current video. */
export function videoKeyIn(course: Parameters<typeof videoOf>[0]): string {
  return videoKeyOf(videoOf(course))
}

/** Returns `undefined` if the course does not exist or the viewer may not see it. Call `lockSaver` before. */
export async function findSaveTarget(
  trx: Db,
  viewer: Viewer,
  courseId: string,
): Promise<SaveTarget | undefined> {
  const row = await readSaveTarget(trx, { userId: viewer.id, courseId })
  if (!row) return undefined
  const { teacher_id: teacherId, source, course_seconds: courseSeconds } = row
  const isShown = await isCourseShownTo(trx, viewer, row)
  if (isHidden({ teacherId, isShown }, viewer)) return undefined
  return {
    courseId,
    playlistId: row.playlist_id,
    teacherId,
    videoKey: videoKeyIn(row),
    isReported: source === 'youtube' || courseSeconds === null,
    courseSeconds,
    startsAt: row.starts_at ?? 0,
    coursesToDo: row.approved_courses_count - row.unavailable_count,
    user: {
      createdAt: row.user_since,
      isHistoryPaused: row.history_paused === 1,
      timeZone: row.time_zone,
    },
    watched: watchedIn(row),
    credit: creditIn(row),
    summary: summaryIn(row),
  }
}
