import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isPostgres, valuesTable } from '#server/data/dialect.ts'
import { type Params, preparedChange } from '#server/data/prepared.ts'

/**
 * Recomputes the stored counts from the rows in the transaction that changes them, so a count never drifts. This is cheap:
 * a playlist has at most 300 courses and a teacher 200 playlists.
 */
export async function recountPlaylist(trx: Db, playlistId: string): Promise<void> {
  await trx
    .updateTable('playlists')
    .set(({ selectFrom }) => ({
      courses_count: selectFrom('courses')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('courses.playlist_id', '=', playlistId)
        .where('courses.trash_id', 'is', null),
      approved_courses_count: selectFrom('courses')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('courses.playlist_id', '=', playlistId)
        .where('courses.status', '=', 'approved'),
      unavailable_count: selectFrom('courses')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('courses.playlist_id', '=', playlistId)
        .where('courses.status', '=', 'approved')
        .where('courses.unavailable_since', 'is not', null),
    }))
    .where('id', '=', playlistId)
    .execute()
}

/** Recounts a teacher's public playlists and the public courses in them; call it after `recountPlaylist`. */
export async function recountTeacher(trx: Db, teacherId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set(({ selectFrom, fn, val }) => ({
      approved_playlists_count: selectFrom('playlists')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('playlists.teacher_id', '=', teacherId)
        .where('playlists.shown', '=', 'public'),
      approved_courses_count: fn.coalesce(
        selectFrom('playlists')
          .select(({ fn }) => fn.sum<number>('playlists.approved_courses_count').as('n'))
          .where('playlists.teacher_id', '=', teacherId)
          .where('playlists.shown', '=', 'public'),
        val(0),
      ),
    }))
    .where('id', '=', teacherId)
    .execute()
}

interface SaveMove {
  userId: string
  playlistId: string
  /** The number of new save rows; negative for deleted ones. */
  by: number
}

/** A save counts twice: for the playlist and for the user. */
export async function moveSavesCounts(trx: Db, { userId, playlistId, by }: SaveMove): Promise<void> {
  await Promise.all([
    updateUserCount(trx, { id: userId, by }),
    updatePlaylistCount(trx, { id: playlistId, by }),
  ])
}

type Move = Params<{ id: string; by: number }>

const updateUserCount = preparedChange((db, params: Move) =>
  db
    .updateTable('users')
    .set(({ eb }) => ({ saves_count: eb('saves_count', '+', params.value('by')) }))
    .where('id', '=', params.value('id')),
)

const updatePlaylistCount = preparedChange((db, params: Move) =>
  db
    .updateTable('playlists')
    .set(({ eb }) => ({ saves_count: eb('saves_count', '+', params.value('by')) }))
    .where('id', '=', params.value('id')),
)

/** Adds `by` to the number of followers of a teacher or playlist. */
export async function changeFollowersCount(
  trx: Db,
  target: { teacherId: string } | { playlistId: string },
  by: number,
): Promise<void> {
  if (by === 0) return
  await ('teacherId' in target
    ? updateTeacherFollowers(trx, { id: target.teacherId, by })
    : updatePlaylistFollowers(trx, { id: target.playlistId, by }))
}

const updateTeacherFollowers = preparedChange((db, params: Move) =>
  db
    .updateTable('users')
    .set(({ eb }) => ({ followers_count: eb('followers_count', '+', params.value('by')) }))
    .where('id', '=', params.value('id')),
)

const updatePlaylistFollowers = preparedChange((db, params: Move) =>
  db
    .updateTable('playlists')
    .set(({ eb }) => ({ followers_count: eb('followers_count', '+', params.value('by')) }))
    .where('id', '=', params.value('id')),
)

/** Call it before a playlist is deleted: each user who saved it has one save less. */
export async function uncountSaves(trx: Db, playlistId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set(({ eb }) => ({ saves_count: eb('saves_count', '-', 1) }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('saves').select('user_id').where('playlist_id', '=', playlistId),
    )
    .execute()
}

type OfCourse = Params<{ courseId: string; by: number }>

/** The summaries of the users who have done this course, if it counts: it is approved and its video plays. */
const updateDone = preparedChange((db, params: OfCourse) =>
  db
    .updateTable('playlist_progress')
    .set(({ eb }) => ({ done_count: eb('done_count', '+', params.value('by')) }))
    .where('playlist_id', '=', ({ selectFrom }) =>
      selectFrom('courses')
        .select('playlist_id')
        .where('id', '=', params.value('courseId'))
        .where('status', '=', 'approved')
        .where('unavailable_since', 'is', null),
    )
    .where('user_id', 'in', ({ selectFrom }) =>
      selectFrom('progress')
        .select('user_id')
        .where('course_id', '=', params.value('courseId'))
        .where('done_at', 'is not', null),
    ),
)

/** Call it before an approved course is hidden, moved, deleted or unavailable: those who have done it have done one less. */
export async function uncountDone(trx: Db, courseId: string): Promise<void> {
  await updateDone(trx, { courseId, by: -1 })
}

/** Call it after a course is approved, moved or available again. */
export async function countDone(trx: Db, courseId: string): Promise<void> {
  await updateDone(trx, { courseId, by: 1 })
}

/** Recounts what each user has done of a playlist. Call it after the status of all its courses has changed. */
export async function recountDone(trx: Db, playlistId: string): Promise<void> {
  await trx
    .updateTable('playlist_progress')
    .set(({ selectFrom }) => ({
      done_count: selectFrom('progress')
        .innerJoin('courses', 'courses.id', 'progress.course_id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('progress.user_id', '=', 'playlist_progress.user_id')
        .where('courses.playlist_id', '=', playlistId)
        .where('courses.status', '=', 'approved')
        .where('courses.unavailable_since', 'is', null)
        .where('progress.done_at', 'is not', null),
    }))
    .where('playlist_id', '=', playlistId)
    .execute()
}

/** The ids of rows with stored counts. */
export type CountedRows = Record<'courses' | 'playlists' | 'users' | 'comments', string[]>

/**
 * Locks the rows whose counts include likes, comments, saves and follows of a user, or saves of the user's playlists. Recount
 * them with `recountRows` after the user is deleted. Lock the user and their work before.
 */
export async function lockCounted(trx: Db, userId: string): Promise<CountedRows> {
  const courses = await trx
    .selectFrom('likes')
    .select('course_id as id')
    .where('user_id', '=', userId)
    // The replies of others go with the comments that they answer, on the same courses.
    .union(trx.selectFrom('comments').select('course_id as id').where('user_id', '=', userId))
    .orderBy('id')
    .execute()
  const playlists = await trx
    .selectFrom('saves')
    .select('playlist_id as id')
    .where('user_id', '=', userId)
    .union(
      trx
        .selectFrom('follows')
        .select(({ ref }) => ref('playlist_id').$notNull().as('id'))
        .where('user_id', '=', userId)
        .where('playlist_id', 'is not', null),
    )
    .orderBy('id')
    .execute()
  const users = await trx
    .selectFrom('follows')
    .select(({ ref }) => ref('teacher_id').$notNull().as('id'))
    .where('user_id', '=', userId)
    .where('teacher_id', 'is not', null)
    .union(
      trx
        .selectFrom('saves')
        .innerJoin('playlists', 'playlists.id', 'saves.playlist_id')
        .select('saves.user_id as id')
        .where('playlists.teacher_id', '=', userId),
    )
    .orderBy('id')
    .execute()
  const comments = await trx
    .selectFrom('comment_likes')
    .select('comment_id as id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const counted = {
    users: idsOf(users),
    playlists: idsOf(playlists),
    courses: idsOf(courses),
    comments: idsOf(comments),
  }
  for (const table of ['users', 'playlists', 'courses', 'comments'] as const)
    await lockRows(trx, table, counted[table])
  return counted
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

async function lockRows(trx: Db, table: keyof CountedRows, ids: string[]): Promise<void> {
  if (!isPostgres(trx) || ids.length === 0) return
  await sql`select 1 from ${sql.table(table)} where id in (select id from ${valuesTable(trx, 'counted', { id: ids })})
    order by id for no key update`.execute(trx)
}
