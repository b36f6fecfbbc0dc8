import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { listQuery } from '#server/data/list-query.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const SUMS = [
  'playlist_sums.learners',
  'playlist_sums.named',
  'playlist_sums.finished',
  'playlist_sums.done',
  'playlist_sums.watched_s',
] as const

const sumsOfTeacher = prepared((db, params: Params<{ teacherId: string }>) =>
  db
    .selectFrom('playlists')
    .leftJoin('playlist_sums', 'playlist_sums.playlist_id', 'playlists.id')
    .select(['playlists.id', 'playlists.title', 'playlists.approved_courses_count as lessons'])
    .select(SUMS)
    .where('playlists.teacher_id', '=', params.value('teacherId'))
    .where('playlists.trash_id', 'is', null)
    .orderBy('playlists.id', 'desc'),
)

export type PlaylistSums = Awaited<ReturnType<typeof sumsOfTeacher>>[number]

/** The playlists of a teacher with their sums, the newest first. A teacher has at most some hundreds. */
export function readPlaylistSums(db: Db, teacherId: string): Promise<PlaylistSums[]> {
  return sumsOfTeacher(db, { teacherId })
}

const sumsOfPlaylist = prepared((db, params: Params<{ playlistId: string }>) =>
  db
    .selectFrom('playlists')
    .leftJoin('playlist_sums', 'playlist_sums.playlist_id', 'playlists.id')
    .select(['playlists.id', 'playlists.title', 'playlists.approved_courses_count as lessons'])
    .select(SUMS)
    .where('playlists.id', '=', params.value('playlistId')),
)

export async function readSumsOf(db: Db, playlistId: string): Promise<PlaylistSums | undefined> {
  const [row] = await sumsOfPlaylist(db, { playlistId })
  return row
}

const lessonsAmong = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('courses')
    .leftJoin('course_sums', 'course_sums.course_id', 'courses.id')
    .select([
      'courses.id',
      'courses.playlist_id',
      'courses.title',
      'courses.duration_s',
      'courses.source',
      'courses.source_key',
      'courses.video_id',
      'course_sums.learners',
      'course_sums.done',
      'course_sums.watched_s',
      'course_sums.furthest',
      'course_sums.furthest_finished',
      'course_sums.key',
      'course_sums.slots',
      'course_sums.stops',
      'course_sums.slots_done',
    ])
    .where(params.among('courses.playlist_id', 'ids'))
    .where('courses.status', '=', 'approved')
    .orderBy('courses.playlist_id')
    .orderBy('courses.position')
    .orderBy('courses.id'),
)

export type LessonSums = Awaited<ReturnType<typeof lessonsAmong>>[number]

/** The public lessons of these playlists, each playlist's in their order. */
export function readLessons(db: Db, playlistIds: readonly string[]): Promise<LessonSums[]> {
  return lessonsAmong(db, { ids: [...playlistIds] })
}

const openAmong = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('courses')
    .innerJoin('comments', 'comments.course_id', 'courses.id')
    .select(['courses.id', 'courses.playlist_id', ({ fn }) => fn.countAll<number>().as('n')])
    .where(params.among('courses.playlist_id', 'ids'))
    .where('comments.is_question', '>', sql.lit(0))
    .where('comments.answered_by', 'is', null)
    .where('comments.removed_at', 'is', null)
    .where('comments.hidden_at', 'is', null)
    .groupBy(['courses.id', 'courses.playlist_id']),
)

/** How many open questions there are in each course of these playlists that has any. */
export async function countOpenQuestions(
  db: Db,
  playlistIds: readonly string[],
): Promise<{ courseId: string; playlistId: string; n: number }[]> {
  const rows = await openAmong(db, { ids: [...playlistIds] })
  return rows.map(({ id, playlist_id, n }) => ({ courseId: id, playlistId: playlist_id, n: Number(n) }))
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
