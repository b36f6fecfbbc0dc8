import { NOT_FOUND } from '#contract/access.ts'
import { isHidden, type Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { lockableQuery, type RowLock } from '#server/data/locks.ts'
import type { Params } from '#server/data/prepared.ts'
import type { CourseRow, PlaylistRow } from '#server/data/schema.ts'
import { AppError } from '#server/http/app-error.ts'

/**
 * The product's central rule: a playlist is public when approved, a course when it and its
 * playlist are; the owner sees all of their own, an admin everything. A hidden resource answers like a missing one.
 */
export type OpenPlaylist = Pick<PlaylistRow, 'id' | 'teacher_id' | 'status' | 'title'> & Resource
export type OpenCourse = Pick<CourseRow, 'id' | 'playlist_id' | 'status' | 'title' | 'duration_s'> &
  Resource & {
    teacher_id: string
    playlist_status: PlaylistRow['status']
  }

export const PLAYLIST_NOT_FOUND = NOT_FOUND.playlist
export const COURSE_NOT_FOUND = NOT_FOUND.course

export function seesAllOf(viewer: Pick<Viewer, 'id' | 'isAdmin'> | undefined, teacherId: string): boolean {
  return viewer !== undefined && (viewer.isAdmin || viewer.id === teacherId)
}

/** A course is public if it and its playlist are approved; its comments are as visible as the course. */
export function isPublicCourse(course: Pick<OpenCourse, 'status' | 'playlist_status'>): boolean {
  return course.status === 'approved' && course.playlist_status === 'approved'
}

const playlistOf = lockableQuery('playlists', (db, params: Params<{ id: string }>) =>
  db
    .selectFrom('playlists')
    .select(['id', 'teacher_id', 'status', 'title'])
    .where('id', '=', params.value('id'))
    .where('trash_id', 'is', null),
)

interface PlaylistAddress {
  playlistId: string
  /** Inside of a transaction: until its end (`locks.ts`). */
  lock?: RowLock
}

/** Finds a playlist; inside a transaction it can lock the row until the end (`locks.ts`). */
export async function findPlaylist(
  db: Db,
  playlistId: string,
  lock: RowLock = 'not',
): Promise<OpenPlaylist | undefined> {
  if (!isId(playlistId)) return undefined
  const [playlist] = await playlistOf[lock](db, { id: playlistId })
  if (!playlist) return undefined
  const { teacher_id: teacherId, status } = playlist
  return { ...playlist, access: { ownerId: teacherId, teacherId, isPublic: status === 'approved' } }
}

interface CourseAddress {
  courseId: string
  /** Find the course only inside this playlist. */
  playlistId?: string
  /** Inside of a transaction: until its end (`locks.ts`). */
  lock?: RowLock
}

const courseOf = lockableQuery('courses', (db, params: Params<{ id: string }>) =>
  db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select([
      'courses.id',
      'courses.playlist_id',
      'courses.status',
      'courses.title',
      'courses.duration_s',
      'playlists.teacher_id',
      'playlists.status as playlist_status',
    ])
    .where('courses.id', '=', params.value('id'))
    .where('courses.trash_id', 'is', null),
)

/** Finds a course; with `playlistId`, only inside that playlist. */
export async function findCourse(
  db: Db,
  { courseId, playlistId, lock = 'not' }: CourseAddress,
): Promise<OpenCourse | undefined> {
  if (!isId(courseId)) return undefined
  const [course] = await courseOf[lock](db, { id: courseId })
  if (!course || (playlistId !== undefined && course.playlist_id !== playlistId)) return undefined
  const { teacher_id: teacherId } = course
  return { ...course, access: { ownerId: teacherId, teacherId, isPublic: isPublicCourse(course) } }
}

/** Checks the playlist again inside a transaction; throws `not_found` if `viewer` may not see it. */
export async function visiblePlaylist(
  db: Db,
  viewer: Viewer | undefined,
  { playlistId, lock }: PlaylistAddress,
): Promise<OpenPlaylist> {
  const playlist = await findPlaylist(db, playlistId, lock)
  if (playlist && !isHidden(playlist.access, viewer)) return playlist
  throw new AppError('not_found', PLAYLIST_NOT_FOUND)
}

/** The same check for a course. */
export async function visibleCourse(
  db: Db,
  viewer: Viewer | undefined,
  address: CourseAddress,
): Promise<OpenCourse> {
  const course = await findCourse(db, address)
  if (course && !isHidden(course.access, viewer)) return course
  throw new AppError('not_found', COURSE_NOT_FOUND)
}
