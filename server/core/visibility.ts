import type { Db } from './db/database.ts'
import type { CourseRow, PlaylistRow } from './db/schema.ts'
import { isId } from './ids.ts'
import { Refusal } from './refusal.ts'
import type { Viewer } from './viewer.ts'

/**
 * The product's central rule (api.md, "Who sees what"): a playlist is public when approved, a course when it and its
 * playlist are; the owner sees all of their own, an admin everything. What is hidden answers like what is missing.
 */
export type OpenPlaylist = Pick<PlaylistRow, 'id' | 'teacher_id' | 'status' | 'title'>
export type OpenCourse = Pick<CourseRow, 'id' | 'playlist_id' | 'status' | 'title'> & {
  teacher_id: string
  playlist_status: PlaylistRow['status']
}

export const PLAYLIST_NOT_FOUND = 'Playlist not found.'
export const COURSE_NOT_FOUND = 'Course not found.'

export function seesAllOf(viewer: Viewer | undefined, teacherId: string): boolean {
  return viewer !== undefined && (viewer.isAdmin || viewer.id === teacherId)
}

interface CoursePlace {
  status: CourseRow['status']
  playlist_status: PlaylistRow['status']
  teacher_id: string
}

export function seesCourse(viewer: Viewer | undefined, place: CoursePlace): boolean {
  const open = place.status === 'approved' && place.playlist_status === 'approved'
  return open || seesAllOf(viewer, place.teacher_id)
}

/** The playlist if `viewer` may see it; throws the `not_found` Refusal otherwise. */
export async function visiblePlaylist(
  db: Db,
  viewer: Viewer | undefined,
  playlistId: string,
): Promise<OpenPlaylist> {
  const playlist = isId(playlistId)
    ? await db
        .selectFrom('playlists')
        .select(['id', 'teacher_id', 'status', 'title'])
        .where('id', '=', playlistId)
        .executeTakeFirst()
    : undefined
  if (playlist && (playlist.status === 'approved' || seesAllOf(viewer, playlist.teacher_id))) return playlist
  throw new Refusal('not_found', PLAYLIST_NOT_FOUND)
}

/**
 * The course if `viewer` may see it and, when `playlistId` is given, if it is inside that playlist; throws the
 * `not_found` Refusal otherwise.
 */
export async function visibleCourse(
  db: Db,
  viewer: Viewer | undefined,
  { courseId, playlistId }: { courseId: string; playlistId?: string },
): Promise<OpenCourse> {
  const course = isId(courseId)
    ? await db
        .selectFrom('courses')
        .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
        .select([
          'courses.id',
          'courses.playlist_id',
          'courses.status',
          'courses.title',
          'playlists.teacher_id',
          'playlists.status as playlist_status',
        ])
        .where('courses.id', '=', courseId)
        .executeTakeFirst()
    : undefined
  const inside = course && (playlistId === undefined || course.playlist_id === playlistId)
  if (course && inside && seesCourse(viewer, course)) return course
  throw new Refusal('not_found', COURSE_NOT_FOUND)
}
