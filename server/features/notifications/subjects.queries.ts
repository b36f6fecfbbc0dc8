import type { UserRef } from '#contract/account/user-fields.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { CourseRow, PlaylistRow } from '#server/data/schema.ts'
import { HIDDEN, isHiddenFrom } from '#server/features/catalog/hidden-comments.queries.ts'
import { courseVisibleTo, visibleTo } from '#server/features/catalog/playlists/visibility.queries.ts'
import { isOnline, showingOf } from '#server/features/catalog/playlists/visibility.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

/** The subject of a notification, as its reader may see it. */
export interface Subject {
  title: string | null
  playlist: string | null
  text: string | null
  playlistId?: string
  courseId?: string
  teacherId?: string
  /** Whether its page is online, at least for some. */
  isOnline: boolean
  durationSeconds?: number | null
  description?: string
  /** The name of its picture. */
  image?: string
  videos?: number
}

const COURSE_COLUMNS = [
  'courses.id as course_id',
  'courses.title',
  'courses.status',
  'courses.duration_s',
  'courses.description',
  'courses.image',
  'playlists.id as playlist_id',
  'playlists.title as playlist_title',
  'playlists.shown as playlist_shown',
  'playlists.teacher_id',
] as const

type Sought = { ids: string[]; readerId: string; isAdmin: number }

const readerIn = (params: Params<Sought>) => ({
  id: params.value('readerId'),
  isAdmin: params.value('isAdmin'),
})

const comments = prepared((db, params: Params<Sought>) =>
  db
    .selectFrom('comments')
    .innerJoin('courses', 'courses.id', 'comments.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['comments.id', 'comments.text', 'comments.user_id', ...COURSE_COLUMNS])
    .select(HIDDEN)
    .where(params.among('comments.id', 'ids'))
    .where('courses.trash_id', 'is', null)
    .where('comments.removed_at', 'is', null)
    .where(courseVisibleTo(readerIn(params))),
)

const courses = prepared((db, params: Params<Sought>) =>
  db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .select(['courses.id', ...COURSE_COLUMNS])
    .where(params.among('courses.id', 'ids'))
    .where('courses.trash_id', 'is', null)
    .where(courseVisibleTo(readerIn(params))),
)

const playlists = prepared((db, params: Params<Sought>) =>
  db
    .selectFrom('playlists')
    .select(['id', 'title', 'description', 'image', 'shown', 'teacher_id', 'approved_courses_count'])
    .where(params.among('id', 'ids'))
    .where('trash_id', 'is', null)
    .where(visibleTo(readerIn(params))),
)

/** A user sees the groups that they are in. */
const groups = prepared((db, params: Params<{ ids: string[]; readerId: string }>) =>
  db
    .selectFrom('groups')
    .innerJoin('group_members', 'group_members.group_id', 'groups.id')
    .select(['groups.id', 'groups.name'])
    .where(params.among('groups.id', 'ids'))
    .where('group_members.user_id', '=', params.value('readerId')),
)

const people = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('users')
    .innerJoin('images', 'images.name', 'users.photo')
    .select(['users.id', 'users.username'])
    .select(['images.name', 'images.width', 'images.height', 'images.widths', 'images.placeholder'])
    .where(params.among('users.id', 'ids')),
)

type CourseColumns = Pick<CourseRow, 'title' | 'status' | 'duration_s' | 'description' | 'image'> & {
  course_id: string
  playlist_id: string
  playlist_title: string
  playlist_shown: PlaylistRow['shown']
  teacher_id: string
}

function courseSubject(row: CourseColumns, text: string | null): Subject {
  return {
    title: row.title,
    playlist: row.playlist_title,
    text,
    playlistId: row.playlist_id,
    courseId: row.course_id,
    teacherId: row.teacher_id,
    isOnline: showingOf(row, 'open') !== 'hidden',
    durationSeconds: row.duration_s,
    description: row.description,
    image: row.image,
  }
}

/** The ids of subjects by their kind. */
export type SubjectIds = Record<'comment' | 'course' | 'playlist' | 'user' | 'group', string[]>

type Reader = Pick<Viewer, 'id' | 'isAdmin'>

/**
 * Reads the subjects that exist and that the reader may see, by id, with at most four queries. `peopleAmong` reads those of
 * kind `user`.
 */
export async function subjectsAmong(
  db: Db,
  viewer: Reader,
  ids: Omit<SubjectIds, 'user'>,
): Promise<Map<string, Subject>> {
  const reader = { readerId: viewer.id, isAdmin: Number(viewer.isAdmin) }
  const [ofComments, ofCourses, ofPlaylists, ofGroups] = await Promise.all([
    ids.comment.length > 0 ? comments(db, { ids: ids.comment, ...reader }) : [],
    ids.course.length > 0 ? courses(db, { ids: ids.course, ...reader }) : [],
    ids.playlist.length > 0 ? playlists(db, { ids: ids.playlist, ...reader }) : [],
    ids.group.length > 0 ? groups(db, { ids: ids.group, readerId: viewer.id }) : [],
  ])
  const found = new Map<string, Subject>()
  for (const row of ofComments) {
    if (!isHiddenFrom(viewer, row)) found.set(row.id, courseSubject(row, row.text))
  }
  for (const { id, name } of ofGroups)
    found.set(id, { title: name, playlist: null, text: null, isOnline: true })
  for (const row of ofCourses) found.set(row.id, courseSubject(row, null))
  for (const { id, title, description, image, shown, teacher_id, approved_courses_count } of ofPlaylists)
    found.set(id, {
      title,
      playlist: null,
      text: null,
      playlistId: id,
      teacherId: teacher_id,
      isOnline: isOnline({ shown }),
      description,
      image,
      videos: approved_courses_count,
    })
  return found
}

/** Users with their pictures, by id. */
export async function peopleAmong(db: Db, ids: string[]): Promise<Map<string, UserRef>> {
  if (ids.length === 0) return new Map()
  const rows = await people(db, { ids })
  return new Map(
    rows.map((row) => [row.id, { _id: row.id, username: row.username, profilePhoto: imageRef(row) }]),
  )
}
