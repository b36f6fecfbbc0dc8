import type { Db } from '#server/data/database.ts'
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
        .where('courses.playlist_id', '=', playlistId),
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
        .where('playlists.status', '=', 'approved'),
      approved_courses_count: fn.coalesce(
        selectFrom('playlists')
          .select(({ fn }) => fn.sum<number>('playlists.approved_courses_count').as('n'))
          .where('playlists.teacher_id', '=', teacherId)
          .where('playlists.status', '=', 'approved'),
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
  await Promise.all([movedOfUser(trx, { id: userId, by }), movedOfPlaylist(trx, { id: playlistId, by })])
}

type Move = Params<{ id: string; by: number }>

const movedOfUser = preparedChange((db, params: Move) =>
  db
    .updateTable('users')
    .set(({ eb }) => ({ saves_count: eb('saves_count', '+', params.value('by')) }))
    .where('id', '=', params.value('id')),
)

const movedOfPlaylist = preparedChange((db, params: Move) =>
  db
    .updateTable('playlists')
    .set(({ eb }) => ({ saves_count: eb('saves_count', '+', params.value('by')) }))
    .where('id', '=', params.value('id')),
)

/** Adds `by` to the number of followers of a teacher or playlist. */
export async function moveFollowersCount(
  trx: Db,
  target: { teacherId: string } | { playlistId: string },
  by: number,
): Promise<void> {
  if (by === 0) return
  await ('teacherId' in target
    ? movedOfTeacher(trx, { id: target.teacherId, by })
    : movedFollowers(trx, { id: target.playlistId, by }))
}

const movedOfTeacher = preparedChange((db, params: Move) =>
  db
    .updateTable('users')
    .set(({ eb }) => ({ followers_count: eb('followers_count', '+', params.value('by')) }))
    .where('id', '=', params.value('id')),
)

const movedFollowers = preparedChange((db, params: Move) =>
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
const movedDone = preparedChange((db, params: OfCourse) =>
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
  await movedDone(trx, { courseId, by: -1 })
}

/** Call it after a course is approved, moved or available again. */
export async function countDone(trx: Db, courseId: string): Promise<void> {
  await movedDone(trx, { courseId, by: 1 })
}
