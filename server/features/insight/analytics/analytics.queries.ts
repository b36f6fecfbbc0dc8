import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import type { CourseSumRow } from '#server/data/insight-rows.ts'
import { listQuery } from '#server/data/list-query.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const PLAYLIST = ['id', 'title', 'approved_courses_count as lessons'] as const

const playlistsOfTeacher = prepared((db, params: Params<{ teacherId: string }>) =>
  db
    .selectFrom('playlists')
    .select(PLAYLIST)
    .where('teacher_id', '=', params.value('teacherId'))
    .where('trash_id', 'is', null),
)

const playlistById = prepared((db, params: Params<{ playlistId: string }>) =>
  db.selectFrom('playlists').select(PLAYLIST).where('id', '=', params.value('playlistId')),
)

const playlistSumsAmong = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('playlist_sums')
    .select(['playlist_id', 'learners', 'named', 'finished', 'done', 'watched_s'])
    .where(params.among('playlist_id', 'ids')),
)

export interface PlaylistSums {
  id: string
  title: string
  /** How many public videos it has. */
  lessons: number
  learners: number
  named: number
  finished: number
  done: number
  watched_s: number
}

const NO_SUMS = { learners: 0, named: 0, finished: 0, done: 0, watched_s: 0 }

async function withSums(
  db: Db,
  playlists: readonly Pick<PlaylistSums, 'id' | 'title' | 'lessons'>[],
): Promise<PlaylistSums[]> {
  const rows = await playlistSumsAmong(db, { ids: playlists.map(({ id }) => id) })
  const found = new Map(rows.map(({ playlist_id, ...sums }) => [playlist_id, sums]))
  return playlists.map((playlist) => ({ ...playlist, ...(found.get(playlist.id) ?? NO_SUMS) }))
}

/** The playlists of a teacher with their sums, the newest first. A teacher has at most some hundreds. */
export async function readPlaylistSums(db: Db, teacherId: string): Promise<PlaylistSums[]> {
  const playlists = await playlistsOfTeacher(db, { teacherId })
  return withSums(
    db,
    playlists.toSorted((one, other) => other.id.localeCompare(one.id)),
  )
}

export async function readSumsOf(db: Db, playlistId: string): Promise<PlaylistSums | undefined> {
  const [sums] = await withSums(db, await playlistById(db, { playlistId }))
  return sums
}

const lessonsAmong = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('courses')
    .select([
      'id',
      'playlist_id',
      'title',
      'duration_s',
      'source',
      'source_key',
      'video_id',
      'position',
      'status',
    ])
    .where(params.among('playlist_id', 'ids')),
)

const courseSumsAmong = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('course_sums').selectAll().where(params.among('course_id', 'ids')),
)

type Lesson = Awaited<ReturnType<typeof lessonsAmong>>[number]
export type LessonSums = Lesson & Partial<CourseSumRow>

const byPlace = (one: Lesson, other: Lesson) =>
  one.position - other.position || one.id.localeCompare(other.id)

/** The public lessons of these playlists, each playlist's in their order. */
export async function readLessons(db: Db, playlistIds: readonly string[]): Promise<LessonSums[]> {
  const all = await lessonsAmong(db, { ids: [...playlistIds] })
  const lessons = all.filter(({ status }) => status === 'approved').toSorted(byPlace)
  const rows = await courseSumsAmong(db, { ids: lessons.map(({ id }) => id) })
  const found = new Map(rows.map((sums) => [sums.course_id, sums]))
  return lessons.map((lesson) => ({ ...lesson, ...found.get(lesson.id) }))
}

const openAmong = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('comments')
    .select(['course_id', ({ fn }) => fn.countAll<number>().as('n')])
    .where(params.among('course_id', 'ids'))
    .where('is_question', '>', sql.lit(0))
    .where('answered_by', 'is', null)
    .where('removed_at', 'is', null)
    .where('hidden_at', 'is', null)
    .groupBy('course_id'),
)

/** How many open questions there are in each course of these playlists that has any. */
export async function countOpenQuestions(
  db: Db,
  playlistIds: readonly string[],
): Promise<{ courseId: string; playlistId: string; n: number }[]> {
  const courses = await lessonsAmong(db, { ids: [...playlistIds] })
  const playlistOf = new Map(courses.map(({ id, playlist_id }) => [id, playlist_id]))
  const rows = await openAmong(db, { ids: courses.map(({ id }) => id) })
  return rows.map(({ course_id, n }) => ({
    courseId: course_id,
    playlistId: playlistOf.get(course_id) ?? '',
    n: Number(n),
  }))
}

/** Learners who may be named, in each order. */
export const learnerList = listQuery<'last' | 'done' | 'name', 'playlistId' | 'nameBegins', 'learners'>({
  orders: {
    last: { columns: ['learners.last_day', 'learners.user_id'], direction: 'desc' },
    done: { columns: ['learners.done_count', 'learners.user_id'], direction: 'desc' },
    name: { columns: ['learners.name_key', 'learners.user_id'], direction: 'asc' },
  },
  from: (db) => db.selectFrom('learners').where('learners.named', '=', sql.lit(1)),
  filters: {
    playlistId: (eb, id) => eb('learners.playlist_id', '=', id),
    nameBegins: (eb, text) =>
      eb.and([
        eb('learners.name_key', '>=', text),
        eb('learners.name_key', '<', sql<string>`${text} || ${sql.lit('\u{10FFFF}')}`),
      ]),
  },
  scanning: 'nameBegins',
})

/** The learners of a playlist with these ids. */
export const learnersAmong = prepared((db, params: Params<{ playlistId: string; ids: string[] }>) =>
  db
    .selectFrom('learners')
    .innerJoin('users', 'users.id', 'learners.user_id')
    .innerJoin('images', 'images.name', 'users.photo')
    .select([
      'users.id',
      'users.username',
      'images.name',
      'images.width',
      'images.height',
      'images.widths',
      'images.placeholder',
      'learners.done_count',
      'learners.first_day',
      'learners.last_day',
      'learners.finished_on',
    ])
    .where('learners.playlist_id', '=', params.value('playlistId'))
    // A name that was hidden since the ids were read stays hidden.
    .where('learners.named', '=', sql.lit(1))
    .where(params.among('learners.user_id', 'ids')),
)
