import { sql } from 'kysely'
import { z } from 'zod'
import type { CaptionsRef } from '#contract/captions/captions.ts'
import { type Course, LIKES_SENT_MAX } from '#contract/catalog/courses.ts'
import type { CourseVideoState } from '#contract/video/uploads.ts'
import { Chapter } from '#contract/video/video.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { countHiddenOn } from '#server/features/catalog/hidden-comments.queries.ts'
import { seesAllOf } from '#server/features/catalog/playlists/visibility.ts'
import { approvalColumns, versionIn } from '#server/features/catalog/versions/approved-version.queries.ts'
import {
  type Newest,
  newestRevisions,
  reviewKeysOf,
  seenAt,
  sentStatus,
} from '#server/features/catalog/versions/newest.queries.ts'
import { videoStatesOf } from '#server/features/catalog/versions/video-states.queries.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { correctionsOf } from './detail-columns.ts'
import { videoOf } from './video-columns.ts'

const Chapters = z.array(Chapter)

/**
 * A course with its playlist, its teacher and its newest likes in one row. The query reads only the likes that are sent.
 */
function courseRows(db: Db) {
  return db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .innerJoin('users', 'users.id', 'playlists.teacher_id')
    .innerJoin('images as cover', 'cover.name', 'courses.image')
    .innerJoin('images as photo', 'photo.name', 'users.photo')
    .select([
      'courses.id',
      'courses.title',
      'courses.video_id',
      'courses.source',
      'courses.source_key',
      'courses.start_s',
      'courses.duration_s',
      'courses.chapters',
      'courses.corrections',
      'courses.unavailable_since',
      'courses.description',
      'courses.status',
      'courses.publish_at',
      'courses.scheduled_at',
      'courses.likes_count',
      'courses.created_at',
      'courses.updated_at',
      'playlists.id as playlist_id',
      'playlists.title as playlist_title',
      'users.id as teacher_id',
      'users.username',
      'users.role',
      'cover.name as cover_name',
      'cover.width as cover_width',
      'cover.height as cover_height',
      'cover.widths as cover_widths',
      'cover.placeholder as cover_placeholder',
      'photo.name as photo_name',
      'photo.width as photo_width',
      'photo.height as photo_height',
      'photo.widths as photo_widths',
      'photo.placeholder as photo_placeholder',
    ])
    .select(
      sql<number>`courses.comments_count - ${countHiddenOn(sql.ref('courses.id'))}`.as('comments_count'),
    )
    .select(({ selectFrom }) =>
      selectFrom(
        selectFrom('likes')
          .select('likes.user_id')
          .whereRef('likes.course_id', '=', 'courses.id')
          .orderBy('likes.id', 'desc')
          .limit(LIKES_SENT_MAX)
          .as('newest'),
      )
        .select(({ fn, ref, val }) =>
          fn<string | null>('string_agg', [ref('newest.user_id'), val(',')]).as('ids'),
        )
        .as('newest_likes'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof courseRows>['execute']>>[number]

/** Visitors do not get the video's id. */
function courseOf(
  row: Row,
  {
    viewer,
    likedBy,
    newest,
    videoState,
  }: {
    viewer: Viewer | undefined
    likedBy?: string | undefined
    newest: Newest | undefined
    videoState: CourseVideoState | undefined
  },
): Course {
  return {
    _id: row.id,
    videoTitle: row.title,
    ...(viewer && row.source === 'youtube' && { videoLink: row.video_id }),
    description: row.description,
    tutorialImage: imageRef({
      name: row.cover_name,
      width: row.cover_width,
      height: row.cover_height,
      widths: row.cover_widths,
      placeholder: row.cover_placeholder,
    }),
    isCourseApproved: sentStatus(row.status),
    ...(row.unavailable_since !== null && { unavailableSince: row.unavailable_since }),
    playlist: { _id: row.playlist_id, title: row.playlist_title },
    teacher: {
      _id: row.teacher_id,
      username: row.username,
      profilePhoto: imageRef({
        name: row.photo_name,
        width: row.photo_width,
        height: row.photo_height,
        widths: row.photo_widths,
        placeholder: row.photo_placeholder,
      }),
      role: row.role,
    },
    likes: withOwn(row.newest_likes?.split(',') ?? [], likedBy),
    likesCount: row.likes_count,
    commentsCount: row.comments_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(seesAllOf(viewer, row.teacher_id) && {
      updatedAt: seenAt(row, newest),
      video: videoOf(row),
      chapters: chaptersOf(row),
      corrections: correctionsOf(row),
      ...reviewKeysOf(row, newest),
      ...(videoState && { videoState }),
    }),
  }
}

/** The newest likes; the caller's own replaces the last of them if it is older. */
function withOwn(newest: string[], own: string | undefined): string[] {
  if (own === undefined || newest.includes(own)) return newest
  return [...newest.slice(0, LIKES_SENT_MAX - 1), own]
}

/** The courses in the order of `ids`, without a visibility check; skips unknown ids. Runs at most three queries. */
export async function coursesOf(db: Db, viewer: Viewer | undefined, ids: string[]): Promise<Course[]> {
  if (ids.length === 0) return []
  const [rows, liked] = await Promise.all([courseRowsByIds(db, { ids }), likedAmong(db, viewer, ids)])
  const own = rows.filter((row) => seesAllOf(viewer, row.teacher_id))
  const newest = await newestRevisions(
    db,
    own.map(({ id }) => id),
  )
  const states = await videoStatesOf(db, own, newest)
  const courses = new Map(
    rows.map((row) => {
      const likedBy = liked.has(row.id) ? viewer?.id : undefined
      const { id } = row
      return [id, courseOf(row, { viewer, likedBy, newest: newest.get(id), videoState: states.get(id) })]
    }),
  )
  return ids.flatMap((id) => courses.get(id) ?? [])
}

const courseRowsByIds = prepared((db, params: Params<{ ids: string[] }>) =>
  courseRows(db).where(params.among('courses.id', 'ids')),
)

/** The course as the API returns it to `viewer`, without a visibility check; `undefined` if it does not exist. */
export async function fullCourse(db: Db, viewer: Viewer, id: string): Promise<Course | undefined> {
  const [row] = await courseRowById(db, { id })
  if (!row) return undefined
  const isOwn = seesAllOf(viewer, row.teacher_id)
  const newest = isOwn ? await newestRevisions(db, [id]) : new Map<string, Newest>()
  const states = isOwn ? await videoStatesOf(db, [row], newest) : new Map<string, CourseVideoState>()
  const course = courseOf(row, { viewer, newest: newest.get(id), videoState: states.get(id) })
  const captions = await captionsOf(db, id)
  return withOwnLike(db, viewer, { ...course, ...playableOf(row), captions, ...versionIn(row) })
}

/** The fields that a player needs. */
function playableOf(row: Row): Pick<Course, 'video' | 'durationSeconds' | 'chapters' | 'corrections'> {
  return {
    video: videoOf(row),
    durationSeconds: row.duration_s,
    chapters: chaptersOf(row),
    corrections: correctionsOf(row),
  }
}

function chaptersOf({ chapters }: Row) {
  return Chapters.parse(JSON.parse(chapters ?? '[]'))
}

/** Adds the viewer's own like if it is not among the newest. */
async function withOwnLike(db: Db, viewer: Viewer, course: Course): Promise<Course> {
  const { likes } = course
  if (likes.length < LIKES_SENT_MAX || likes.includes(viewer.id)) return course
  const own = await findOwnLike(db, { courseId: course._id, userId: viewer.id })
  return own.length === 0 ? course : { ...course, likes: withOwn(likes, viewer.id) }
}

const courseRowById = prepared((db, params: Params<{ id: string }>) =>
  courseRows(db).select(approvalColumns('courses.id')).where('courses.id', '=', params.value('id')),
)

const findOwnLike = prepared((db, params: Params<{ courseId: string; userId: string }>) =>
  db
    .selectFrom('likes')
    .select('course_id')
    .where('course_id', '=', params.value('courseId'))
    .where('user_id', '=', params.value('userId')),
)

async function likedAmong(db: Db, viewer: Viewer | undefined, ids: string[]): Promise<Set<string>> {
  if (!viewer) return new Set()
  const likes = await findLikes(db, { ids, userId: viewer.id })
  return new Set(likes.map(({ course_id }) => course_id))
}

const findLikes = prepared((db, params: Params<{ ids: string[]; userId: string }>) =>
  db
    .selectFrom('likes')
    .select('course_id')
    .where(params.among('course_id', 'ids'))
    .where('user_id', '=', params.value('userId')),
)

const findCaptions = prepared((db, params: Params<{ courseId: string }>) =>
  db
    .selectFrom('captions')
    .select(['id as _id', 'language', 'label', 'origin'])
    .where('course_id', '=', params.value('courseId'))
    .orderBy('language'),
)

/** By the name of the language. */
export function byLabel(a: { label: string }, b: { label: string }): number {
  if (a.label === b.label) return 0
  return a.label < b.label ? -1 : 1
}

/** The captions that a player offers for a course. */
export async function captionsOf(db: Db, courseId: string): Promise<CaptionsRef[]> {
  const rows = await findCaptions(db, { courseId })
  return rows
    .toSorted(byLabel)
    .map(({ origin, ...ref }) => ({ ...ref, ...(origin === 'auto' && { auto: true as const }) }))
}

const findLanguages = prepared((db, params: Params<{ playlistId: string }>) =>
  db
    .selectFrom('courses')
    .innerJoin('captions', 'captions.course_id', 'courses.id')
    .select(['captions.course_id', 'captions.language'])
    .where('courses.playlist_id', '=', params.value('playlistId')),
)

/** The languages of the captions in a playlist, by course. */
export async function languagesInside(db: Db, playlistId: string): Promise<ReadonlyMap<string, string[]>> {
  const courses = Map.groupBy(await findLanguages(db, { playlistId }), ({ course_id }) => course_id)
  return new Map(
    [...courses].map(([id, captions]) => [id, captions.map(({ language }) => language).toSorted()]),
  )
}
