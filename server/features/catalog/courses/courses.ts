import {
  type Course,
  type CourseChange,
  type CourseDraft,
  type CoursesQuery,
  MOVE_REJECTED,
  PLAYLIST_MISMATCH,
  startingAt,
} from '#contract/catalog/courses.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { ReviewEdits } from '#contract/review/review.ts'
import type { Video } from '#contract/video/video.ts'
import { videoKeyOf } from '#contract/video/video-key.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { wordsOf } from '#server/data/keyset.ts'
import type { ListRequest } from '#server/data/list-query.ts'
import { lockToChange } from '#server/data/locks.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { emit } from '#server/events.ts'
import { countDone, uncountDone } from '#server/features/catalog/playlists/counts.queries.ts'
import {
  COURSE_NOT_FOUND,
  type OpenCourse,
  type OpenPlaylist,
  PLAYLIST_NOT_FOUND,
  seesAllOf,
} from '#server/features/catalog/playlists/visibility.ts'
import { type Deleting, moveCourseToTrash } from '#server/features/catalog/trash/trash.ts'
import { type Content, withoutAbsent } from '#server/features/catalog/versions/content.ts'
import { sentContents, writeDetails } from '#server/features/catalog/versions/details.queries.ts'
import {
  type Edited,
  editItem,
  waitsWithDetails,
  withCover,
} from '#server/features/catalog/versions/edits.ts'
import { findItem } from '#server/features/catalog/versions/items.queries.ts'
import { moveRevisions } from '#server/features/catalog/versions/revisions.queries.ts'
import { newItem, openFirstRevisions, settle } from '#server/features/catalog/versions/revisions.ts'
import { setPublishAt } from '#server/features/catalog/versions/schedule.ts'
import type { Images } from '#server/features/media/media.ts'
import { attachVideo } from '#server/features/video/attach.ts'
import { checkOwnVideo } from '#server/features/video/playable.ts'
import { AppError, checkUnchanged, invalid } from '#server/http/app-error.ts'
import { writtenCorrections } from './corrections.ts'
import { type CourseFilter, type CourseSort, countCourses, courseIds } from './course-list.queries.ts'
import { coursesOf, fullCourse } from './course-rows.queries.ts'
import { insertCourse, isOwnPlaylist, updateCourse } from './courses.queries.ts'
import { chaptersColumn } from './detail-columns.ts'
import { endOf, outlineChanged } from './outline.queries.ts'
import { columnsOf, replacement } from './video-columns.ts'

export const COURSES_MAX = 300
const COURSES_REACHED = `You have reached the limit of ${COURSES_MAX} courses.`

export interface CourseParts {
  db: Db
  images: Images
  reviewEdits: ReviewEdits
}

async function listed(
  db: Db,
  viewer: Viewer | undefined,
  { filter, order }: { filter: CourseFilter; order: ListRequest<CourseSort> },
) {
  const { ids, nextCursor } = await courseIds(db, filter, order)
  const [courses, total] = await Promise.all([coursesOf(db, viewer, ids), countCourses(db, filter)])
  return { courses, total, nextCursor }
}

/** `GET /api/courses`: the table for admins. */
export async function listCourses(db: Db, admin: Viewer, query: CoursesQuery) {
  const { stage, status = 'any', q, playlist, order: direction, cursor } = query
  const { sort = 'created', limit = LIST_LIMIT_DEFAULT } = query
  const wanted = stage ?? (status === 'any' ? undefined : status)
  const filter = { status: wanted, hidesDrafts: true, playlistId: playlist, words: wordsOf(q) }
  return await listed(db, admin, { filter, order: { sort, direction, limit, cursor } })
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
  return await listed(db, viewer, { filter, order: { sort: 'teaching', limit, cursor } })
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

/** Adds a course to the caller's own playlist, submitted or as a draft. All cheap checks run before the picture is decoded. */
export async function addCourse(
  { db, images }: CourseParts,
  teacher: Viewer,
  { playlistId, draft, image }: { playlistId: string; draft: CourseDraft; image: Buffer },
): Promise<Course> {
  if (draft.playlistId !== undefined && draft.playlistId !== playlistId) {
    throw invalid('playlistId', PLAYLIST_MISMATCH)
  }
  await checkQuota(db, playlistId)
  const item = newItem({ isDraft: draft.draft === true })
  await images.saveFor(image, { kind: 'cover', ownerId: teacher.id }, (name) =>
    transaction(db, async (trx) => {
      await lockToChange(trx, 'users', { id: teacher.id })
      if (!(await isOwnPlaylist(trx, playlistId, teacher.id))) {
        throw new AppError('not_found', PLAYLIST_NOT_FOUND)
      }
      await checkQuota(trx, playlistId)
      const seconds = await checkOwnVideo(trx, teacher.id, draft.videoLink)
      await insertCourse(trx, {
        ...item,
        playlist_id: playlistId,
        title: draft.videoTitle,
        title_key: sortKey(draft.videoTitle),
        ...columnsOf(draft.videoLink),
        duration_s: seconds,
        description: draft.description,
        chapters: chaptersColumn(draft.chapters),
        image: name,
        ...(await endOf(trx, { playlistId })),
      })
      await attachVideo(trx, draft.videoLink)
      await emit(trx, 'course.videoLinked', { video: draft.videoLink })
      await openFirstRevisions(trx, 'course', [item.id])
      if (!draft.draft) {
        const items = [{ kind: 'course' as const, id: item.id, teacherId: teacher.id }]
        await emit(trx, 'revision.waiting', { items })
      }
      await outlineChanged(trx, playlistId)
      await settle(trx, teacher.id, [playlistId])
    }),
  )
  return orNotFound(await fullCourse(db, teacher, item.id))
}

interface Change {
  course: OpenCourse
  draft: CourseChange
  image: Buffer | undefined
}

/**
 * Edits or moves the caller's own course. What waits for an admin comes back as the teacher wrote it; the public course stays.
 */
export async function changeCourse(
  { db, images, reviewEdits }: CourseParts,
  teacher: Viewer,
  change: Change,
): Promise<{ data: Course; message?: string | undefined }> {
  const { course, draft, image } = change
  await checkMove(db, teacher, { course, target: draft.playlist })
  const write = (newImage?: string) =>
    transaction(db, async (trx) => {
      await lockToChange(trx, 'users', { id: teacher.id })
      if (draft.updatedAt !== undefined)
        checkUnchanged(await fullCourse(trx, teacher, course.id), draft.updatedAt)
      return writeChange(trx, teacher, { ...change, reviewEdits, newImage })
    })
  const { waiting, message } = await withCover(images, { teacher, image }, write)
  const data = orNotFound(await fullCourse(db, teacher, course.id))
  return { data: waiting ? await asWritten(db, data, waiting) : data, message }
}

/** The course as the teacher wrote it. */
async function asWritten(db: Db, course: Course, waiting: Content): Promise<Course> {
  const [written] = await sentContents(db, [waiting])
  if (!written) return course
  const { title: videoTitle, description, image: tutorialImage = course.tutorialImage } = written
  const { video, chapters, corrections } = written
  const { videoLink: _online, ...others } = course
  const isNew = video !== undefined && replacement(video, columnsOf(course.video ?? video)) !== undefined
  return {
    ...others,
    videoTitle,
    description,
    tutorialImage,
    video,
    ...(video?.source === 'youtube' && { videoLink: video.key }),
    ...(isNew && { durationSeconds: null, chapters: [], corrections: [] }),
    ...(chapters && { chapters }),
    ...(corrections && { corrections }),
  }
}

/** Checks that the target playlist belongs to the caller, too. */
async function checkMove(
  db: Db,
  teacher: Teacher,
  { course, target }: { course: OpenCourse; target: string | undefined },
): Promise<void> {
  if (target === undefined || target === course.playlist_id) return
  if (!(await isOwnPlaylist(db, target, teacher.id))) throw new AppError('forbidden', MOVE_REJECTED)
  await checkQuota(db, target)
}

type Teacher = Pick<Viewer, 'id'>

interface WholeChange extends Omit<Change, 'image'> {
  reviewEdits: ReviewEdits
  newImage?: string | undefined
}

/** Applies an edit of the caller's own course in this transaction, which has locked the teacher. */
export async function writeChange(trx: Db, teacher: Teacher, change: WholeChange): Promise<Edited> {
  const { course, draft } = change
  const edited = await writeCourse(trx, teacher, change)
  if (draft.videoLink) await emit(trx, 'course.videoLinked', { video: draft.videoLink })
  const changed = new Set([course.playlist_id, draft.playlist ?? course.playlist_id])
  if (changed.size > 1) for (const id of changed) await outlineChanged(trx, id)
  await settle(trx, teacher.id, changed)
  return edited
}

/** Writes an edit of the caller's own course; the lock on the teacher comes before, `settle` after it. */
export async function writeCourse(
  trx: Db,
  teacher: Teacher,
  { course, draft, newImage, reviewEdits }: WholeChange,
): Promise<Edited> {
  const { videoTitle: title, description, playlist: target } = draft
  const item = await findItem(trx, 'course', course.id)
  if (item?.playlistId !== course.playlist_id) throw new AppError('not_found', COURSE_NOT_FOUND)
  await checkMove(trx, teacher, { course, target })
  const video = writtenVideo(draft, item.content)
  if (video) await checkOwnVideo(trx, teacher.id, video)
  const corrections = await writtenCorrections(trx, item, { corrections: draft.corrections, video })
  const details = { chapters: draft.chapters, corrections }
  const wait = waitsWithDetails(item, reviewEdits)
  const edits = withoutAbsent({ title, video, description, image: newImage, ...(wait && details) })
  const edited = await editItem(trx, item, { edits, draft: draft.draft === true, reviewEdits })
  // Beside the video that is online.
  if (!wait) await writeDetails(trx, item, details)
  if (draft.publishAt !== undefined) await setPublishAt(trx, item, draft.publishAt)
  if (target !== undefined && target !== course.playlist_id) await moveCourse(trx, course.id, target)
  return edited
}

/** An older client sends the link of the stored video without its start, which then stays. */
function writtenVideo({ videoLink, startsAt }: CourseChange, { video: stored }: Content): Video | undefined {
  if (!videoLink) return undefined
  const isSame = stored && videoKeyOf(stored) === videoKeyOf(videoLink)
  return startingAt(videoLink, startsAt ?? videoLink.startsAt ?? (isSame ? stored.startsAt : undefined))
}

async function moveCourse(trx: Db, id: string, playlistId: string): Promise<void> {
  await uncountDone(trx, id)
  const place = await endOf(trx, { playlistId, sectionId: null })
  await updateCourse(trx, id, { playlist_id: playlistId, ...place, updated_at: new Date().toISOString() })
  await countDone(trx, id)
  await moveRevisions(trx, id, playlistId)
}

/** Moves a course to the trash. Returns its id there. */
export function removeCourse(db: Db, deleting: Deleting, course: OpenCourse): Promise<string> {
  return transaction(db, (trx) => moveCourseToTrash(trx, deleting, course))
}
