import { NOT_FOUND } from '#contract/not-found.ts'
import type { SiteAccess } from '#contract/settings/setting-values.ts'
import { isHidden, type Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { lockableQuery, type RowLock } from '#server/data/locks.ts'
import type { Params } from '#server/data/prepared.ts'
import type { CourseRow, PlaylistRow } from '#server/data/schema.ts'
import type { Showing } from '#server/features/video/playable.ts'
import { AppError } from '#server/http/app-error.ts'
import { isInAudience } from './visibility.queries.ts'

/**
 * The product's central rule (visibility.queries.ts): a playlist is shown to its audience once it is approved, a course when it
 * and its playlist are; the owner sees all of their own, an admin everything. A hidden resource answers like a missing one.
 */
export type OpenPlaylist = Pick<PlaylistRow, 'id' | 'teacher_id' | 'status' | 'title' | Shown> & Resource
export type OpenCourse = Pick<CourseRow, 'id' | 'playlist_id' | 'status' | 'title' | 'duration_s'> &
  Resource & {
    teacher_id: string
    playlist_shown: PlaylistRow['shown']
  }

type Shown = 'shown' | 'visibility' | 'link_number'

export const PLAYLIST_NOT_FOUND = NOT_FOUND.playlist
export const COURSE_NOT_FOUND = NOT_FOUND.course

export function seesAllOf(viewer: Pick<Viewer, 'id' | 'isAdmin'> | undefined, teacherId: string): boolean {
  return viewer !== undefined && (viewer.isAdmin || viewer.id === teacherId)
}

/** Whether everybody sees a playlist, also visitors. */
export function isPublicPlaylist({ shown }: Pick<PlaylistRow, 'shown'>): boolean {
  return shown === 'public'
}

/** Whether a playlist is shown to anybody at all. */
export function isOnline({ shown }: Pick<PlaylistRow, 'shown'>): boolean {
  return shown !== ''
}

/** Whether everybody sees a course, also visitors; its comments are as visible as the course. */
export function isPublicCourse(course: Pick<OpenCourse, 'status' | 'playlist_shown'>): boolean {
  return course.status === 'approved' && isPublicPlaylist({ shown: course.playlist_shown })
}

/**
 * To whom a course shows its video: everybody, the audience of its playlist, or only its teacher and admins. On a site for members
 * nothing is for everybody.
 */
export function showingOf(
  course: Pick<OpenCourse, 'status' | 'playlist_shown'>,
  access: SiteAccess,
): Showing {
  if (isPublicCourse(course)) return access === 'open' ? 'public' : 'shown'
  return course.status === 'approved' && isOnline({ shown: course.playlist_shown }) ? 'shown' : 'hidden'
}

type Looker = Pick<Viewer, 'id'> | undefined

/** Whether a playlist is shown to this user, or to visitors; its teacher and admins see it anyway. */
export async function isShownTo(
  db: Db,
  viewer: Looker,
  playlist: Pick<PlaylistRow, 'id' | 'shown'>,
): Promise<boolean> {
  if (isPublicPlaylist(playlist)) return true
  if (!(viewer && isOnline(playlist))) return false
  return isInAudience(db, { id: playlist.id, userId: viewer.id })
}

/** The same for a course. */
export async function isCourseShownTo(
  db: Db,
  viewer: Looker,
  { status, playlist_id, playlist_shown }: Pick<OpenCourse, 'status' | 'playlist_id' | 'playlist_shown'>,
): Promise<boolean> {
  return status === 'approved' && isShownTo(db, viewer, { id: playlist_id, shown: playlist_shown })
}

const playlistOf = lockableQuery('playlists', (db, params: Params<{ id: string }>) =>
  db
    .selectFrom('playlists')
    .select(['id', 'teacher_id', 'status', 'title', 'shown', 'visibility', 'link_number'])
    .where('id', '=', params.value('id'))
    .where('trash_id', 'is', null),
)

interface PlaylistAddress {
  playlistId: string
  /** Inside of a transaction: until its end (`locks.ts`). */
  lock?: RowLock
}

/**
 * Finds a playlist; `access` says whether this viewer sees it. Inside a transaction it can lock the row until the end
 * (`locks.ts`).
 */
export async function findPlaylist(
  db: Db,
  viewer: Looker,
  { playlistId, lock = 'not' }: PlaylistAddress,
): Promise<OpenPlaylist | undefined> {
  if (!isId(playlistId)) return undefined
  const [playlist] = await playlistOf[lock](db, { id: playlistId })
  if (!playlist) return undefined
  const { teacher_id: teacherId } = playlist
  const isShown = await isShownTo(db, viewer, playlist)
  return { ...playlist, access: { ownerId: teacherId, teacherId, isShown } }
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
      'playlists.shown as playlist_shown',
    ])
    .where('courses.id', '=', params.value('id'))
    .where('courses.trash_id', 'is', null),
)

/** Finds a course; with `playlistId`, only inside that playlist. `access` says whether this viewer sees it. */
export async function findCourse(
  db: Db,
  viewer: Looker,
  { courseId, playlistId, lock = 'not' }: CourseAddress,
): Promise<OpenCourse | undefined> {
  if (!isId(courseId)) return undefined
  const [course] = await courseOf[lock](db, { id: courseId })
  if (!course || (playlistId !== undefined && course.playlist_id !== playlistId)) return undefined
  const { teacher_id: teacherId } = course
  const isShown = await isCourseShownTo(db, viewer, course)
  return { ...course, access: { ownerId: teacherId, teacherId, isShown } }
}

/** Checks the playlist again inside a transaction; throws `not_found` if `viewer` may not see it. */
export async function visiblePlaylist(
  db: Db,
  viewer: Viewer | undefined,
  address: PlaylistAddress,
): Promise<OpenPlaylist> {
  const playlist = await findPlaylist(db, viewer, address)
  if (playlist && !isHidden(playlist.access, viewer)) return playlist
  throw new AppError('not_found', PLAYLIST_NOT_FOUND)
}

/** The same check for a course. */
export async function visibleCourse(
  db: Db,
  viewer: Viewer | undefined,
  address: CourseAddress,
): Promise<OpenCourse> {
  const course = await findCourse(db, viewer, address)
  if (course && !isHidden(course.access, viewer)) return course
  throw new AppError('not_found', COURSE_NOT_FOUND)
}
