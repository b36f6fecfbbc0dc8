import { sql } from 'kysely'
import type { PlaylistCard, PlaylistCourse } from '#contract/catalog/playlists.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { reviewKeysOf, sentStatus } from '#server/features/catalog/versions/newest.queries.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { playlistsOfTeachers } from './teacher-playlists.queries.ts'

function courseRows(db: Db) {
  return db
    .selectFrom('courses')
    .innerJoin('images', 'images.name', 'courses.image')
    .select([
      'courses.id',
      'courses.title',
      'courses.status',
      'courses.publish_at',
      'courses.scheduled_at',
      'courses.duration_s',
      'courses.unavailable_since',
      'courses.source',
      'courses.source_key',
      'courses.section_id',
      'courses.created_at',
      'images.name',
      'images.width',
      'images.height',
      'images.widths',
      'images.placeholder',
    ])
}

/** All courses of a playlist in teaching order, with the beginning of their descriptions. */
export const coursesInside = prepared((db, params: Params<{ id: string }>) =>
  courseRows(db)
    .select(sql<string>`substr(courses.description, 1, 200)`.as('opening'))
    .where('courses.playlist_id', '=', params.value('id'))
    .where('courses.trash_id', 'is', null)
    .orderBy('courses.position')
    .orderBy('courses.id'),
)

export const sectionsInside = prepared((db, params: Params<{ id: string }>) =>
  db
    .selectFrom('sections')
    .select(['id as _id', 'title'])
    .where('playlist_id', '=', params.value('id'))
    .orderBy('position')
    .orderBy('id'),
)

const courseRowsByPlaylists = prepared((db, params: Params<{ ids: string[] }>) =>
  courseRows(db).where(params.among('courses.id', 'ids')),
)

type CourseRow = Awaited<ReturnType<ReturnType<typeof courseRows>['execute']>>[number]

/** A course as its playlist lists it. */
export function courseOf(row: CourseRow): PlaylistCourse {
  return {
    _id: row.id,
    videoTitle: row.title,
    tutorialImage: imageRef(row),
    isCourseApproved: sentStatus(row.status),
    durationSeconds: row.duration_s,
    ...(row.unavailable_since !== null && { unavailableSince: row.unavailable_since }),
    createdAt: row.created_at,
    ...reviewKeysOf(row, undefined),
  }
}

/** Adds the courses to the cards; leaves out courses that are deleted or hidden by now. */
export async function withCourses(db: Db, cards: PlaylistCard[]): Promise<PlaylistCard[]> {
  const ids = cards.flatMap(({ courses }) => courses.map(({ _id }) => _id))
  if (ids.length === 0) return cards
  const rows = await courseRowsByPlaylists(db, { ids })
  const whole = new Map(rows.map((row) => [row.id, row]))
  return cards.map((card) => ({
    ...card,
    courses: card.courses.flatMap(({ _id, isCourseApproved }) => {
      const row = whole.get(_id)
      return row && sentStatus(row.status) === isCourseApproved ? [courseOf(row)] : []
    }),
  }))
}

const findAccount = prepared((db, params: Params<{ id: string }>) =>
  db.selectFrom('users').select(['created_at as createdAt', 'email']).where('id', '=', params.value('id')),
)

/** What one playlist says of its teacher beside the name and the picture; the playlists that `viewer` finds are the newest first. */
export async function teacherOf(
  db: Db,
  viewer: Viewer | undefined,
  id: string,
): Promise<{ createdAt: string; email: string; createdPlaylists: string[] } | undefined> {
  const [[account], created] = await Promise.all([
    findAccount(db, { id }),
    playlistsOfTeachers(db, viewer, [id]),
  ])
  return account && { ...account, createdPlaylists: (created.get(id) ?? []).map((playlist) => playlist.id) }
}
