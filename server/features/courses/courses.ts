import {
  type Course,
  type CourseChange,
  type CourseDraft,
  type CoursesQuery,
  MOVE_REJECTED,
  PLAYLIST_MISMATCH,
} from '#contract/courses.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { wordsOf } from '#server/data/keyset.ts'
import { lockToChange } from '#server/data/locks.ts'
import { sortKey } from '#server/data/sort-key.ts'
import type { Images } from '#server/features/media/media.ts'
import { countDone, recountPlaylist, recountTeacher, uncountDone } from '#server/features/playlists/counts.ts'
import {
  COURSE_NOT_FOUND,
  type OpenCourse,
  type OpenPlaylist,
  PLAYLIST_NOT_FOUND,
  seesAllOf,
} from '#server/features/playlists/visibility.ts'
import { reindexPlaylist } from '#server/features/search/index/search-index.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { countCourses, courseIds } from './course-list.queries.ts'
import { coursesOf, fullCourse } from './course-rows.queries.ts'
import { deleteCourse, findInside, insertCourse, isOwnPlaylist, updateCourse } from './courses.queries.ts'
import { endOf, outlineChanged } from './outline.queries.ts'
import { columnsOf, replacement } from './video-columns.ts'

export const COURSES_MAX = 300
const COURSES_REACHED = `You have reached the limit of ${COURSES_MAX} courses.`

export interface CourseParts {
  db: Db
  images: Images
}

/** `GET /api/courses`: the table for admins. */
export async function listCourses(db: Db, admin: Viewer, query: CoursesQuery) {
  const { status = 'any', q, playlist, sort = 'created', order, cursor, limit = LIST_LIMIT_DEFAULT } = query
  const filter = { status: status === 'any' ? undefined : status, playlistId: playlist, words: wordsOf(q) }
  const { ids, nextCursor } = await courseIds(db, filter, { sort, direction: order, limit, cursor })
  const [courses, total] = await Promise.all([coursesOf(db, admin, ids), countCourses(db, filter)])
  return { courses, total, nextCursor }
}

/** The courses of a playlist that `viewer` may see, in teaching order. */
export async function listInside(
  db: Db,
  viewer: Viewer | undefined,
  {
    playlist,
    limit = LIST_LIMIT_DEFAULT,
    cursor,
  }: { playlist: OpenPlaylist; limit?: number; cursor?: string },
) {
  const status = seesAllOf(viewer, playlist.teacher_id) ? undefined : ('approved' as const)
  const filter = { playlistId: playlist.id, status }
  const { ids, nextCursor } = await courseIds(db, filter, { sort: 'teaching', limit, cursor })
  const [courses, total] = await Promise.all([coursesOf(db, viewer, ids), countCourses(db, filter)])
  return { courses, total, nextCursor }
}

/** The course as every logged-in user gets it, without their own like; throws `not_found` if it was deleted meanwhile. */
export async function getCourse(db: Db, viewer: Viewer, id: string): Promise<Course> {
  return orNotFound(await fullCourse(db, viewer, id))
}

function orNotFound(course: Course | undefined): Course {
  if (!course) throw new AppError('not_found', COURSE_NOT_FOUND)
  return course
}

/** Throws when `more` courses do not fit into the playlist. */
export async function checkQuota(db: Db, playlistId: string, more = 1): Promise<void> {
  if ((await countCourses(db, { playlistId })) + more > COURSES_MAX)
    throw new AppError('conflict', COURSES_REACHED)
}

/** Adds a pending course to the caller's own playlist. All cheap checks run before the picture is decoded. */
export async function addCourse(
  { db, images }: CourseParts,
  teacher: Viewer,
  { playlistId, draft, image }: { playlistId: string; draft: CourseDraft; image: Buffer },
): Promise<Course> {
  if (draft.playlistId !== undefined && draft.playlistId !== playlistId) {
    throw invalid('playlistId', PLAYLIST_MISMATCH)
  }
  await checkQuota(db, playlistId)
  const time = Date.now()
  const at = new Date(time).toISOString()
  const id = newId(time)
  await images.saveFor(image, { kind: 'cover', ownerId: teacher.id }, (name) =>
    transaction(db, async (trx) => {
      await lockToChange(trx, 'users', { id: teacher.id })
      if (!(await isOwnPlaylist(trx, playlistId, teacher.id))) {
        throw new AppError('not_found', PLAYLIST_NOT_FOUND)
      }
      await checkQuota(trx, playlistId)
      await insertCourse(trx, {
        id,
        playlist_id: playlistId,
        title: draft.videoTitle,
        title_key: sortKey(draft.videoTitle),
        ...columnsOf(draft.videoLink),
        description: draft.description,
        image: name,
        created_at: at,
        updated_at: at,
        ...(await endOf(trx, { playlistId })),
      })
      await outlineChanged(trx, playlistId)
      await settle(trx, teacher.id, [playlistId])
    }),
  )
  return orNotFound(await fullCourse(db, teacher, id))
}

/** Updates the counts and the search index of the playlists whose courses changed. */
export async function settle(trx: Db, teacherId: string, playlistIds: string[]): Promise<void> {
  for (const playlistId of new Set(playlistIds)) {
    await recountPlaylist(trx, playlistId)
    await reindexPlaylist(trx, playlistId)
  }
  await recountTeacher(trx, teacherId)
}

interface Change {
  course: OpenCourse
  draft: CourseChange
  image: Buffer | undefined
}

/**
 * Edits or moves the caller's own course. An approved course stays approved unless its video changes (api.md, "Editing
 * something approved"); `mustBeApproved` tells the client.
 */
export async function changeCourse(
  { db, images }: CourseParts,
  teacher: Viewer,
  { course, draft, image }: Change,
): Promise<{ data: Course; mustBeApproved: boolean }> {
  await checkMove(db, teacher, { course, target: draft.playlist })
  const write = (newImage?: string) =>
    transaction(db, (trx) => writeChange(trx, teacher, { course, draft, newImage }))
  if (!image) {
    const { mustBeApproved } = await write()
    return { data: orNotFound(await fullCourse(db, teacher, course.id)), mustBeApproved }
  }
  const order = { kind: 'cover', ownerId: teacher.id } as const
  const { mustBeApproved, formerImage } = await images.saveFor(image, order, write)
  await images.release([formerImage])
  return { data: orNotFound(await fullCourse(db, teacher, course.id)), mustBeApproved }
}

/** Checks that the target playlist belongs to the caller, too. */
async function checkMove(
  db: Db,
  teacher: Viewer,
  { course, target }: { course: OpenCourse; target: string | undefined },
): Promise<void> {
  if (target === undefined || target === course.playlist_id) return
  if (!(await isOwnPlaylist(db, target, teacher.id))) throw new AppError('forbidden', MOVE_REJECTED)
  await checkQuota(db, target)
}

async function writeChange(
  trx: Db,
  teacher: Viewer,
  change: { course: OpenCourse; draft: CourseChange; newImage: string | undefined },
) {
  const { course, draft } = change
  await lockToChange(trx, 'users', { id: teacher.id })
  const written = await writeCourse(trx, teacher, change)
  const changed = new Set([course.playlist_id, draft.playlist ?? course.playlist_id])
  if (changed.size > 1) for (const id of changed) await outlineChanged(trx, id)
  await settle(trx, teacher.id, [...changed])
  return written
}

/** The columns that move a course to the playlist `target`; none when it stays. */
async function placeIn(trx: Db, course: OpenCourse, target: string | undefined) {
  if (target === undefined || target === course.playlist_id) return {}
  return { playlist_id: target, ...(await endOf(trx, { playlistId: target, sectionId: null })) }
}

/** Writes an edit of the caller's own course; the lock on the teacher comes before, `settle` after it. */
export async function writeCourse(
  trx: Db,
  teacher: Viewer,
  { course, draft, newImage }: { course: OpenCourse; draft: CourseChange; newImage?: string | undefined },
): Promise<{ mustBeApproved: boolean; formerImage: string }> {
  const { videoTitle: title, videoLink, description, playlist: target } = draft
  const before = await findInside(trx, { id: course.id, playlistId: course.playlist_id })
  if (!before) throw new AppError('not_found', COURSE_NOT_FOUND)
  await checkMove(trx, teacher, { course, target })
  const replaced = videoLink && replacement(videoLink, before)
  const mustBeApproved = before.status === 'approved' && replaced !== undefined
  await uncountDone(trx, course.id)
  await updateCourse(trx, course.id, {
    ...(title !== undefined && { title, title_key: sortKey(title) }),
    ...replaced,
    ...(description !== undefined && { description }),
    ...(newImage !== undefined && { image: newImage }),
    ...(await placeIn(trx, course, target)),
    ...(mustBeApproved && { status: 'pending' }),
    updated_at: new Date().toISOString(),
  })
  await countDone(trx, course.id)
  return { mustBeApproved, formerImage: before.image }
}

/** Deletes a course with its likes and comments in one transaction, then its picture. */
export async function removeCourse(
  { db, images }: CourseParts,
  { actor, meta }: { actor: Viewer; meta: RequestMeta },
  { id, playlist_id: playlistId, teacher_id: teacherId }: OpenCourse,
): Promise<void> {
  const unused = await transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: teacherId })
    await uncountDone(trx, id)
    const image = await deleteCourse(trx, { id, playlistId })
    if (image === undefined) throw new AppError('not_found', COURSE_NOT_FOUND)
    await outlineChanged(trx, playlistId)
    await settle(trx, teacherId, [playlistId])
    await audit(trx, meta, {
      action: 'course.deleted',
      actorId: actor.id,
      subject: id,
      detail: { playlistId, teacherId },
    })
    return image
  })
  await images.release([unused])
}
