import type { Db } from '#server/data/database.ts'
import { type Params, preparedChange } from '#server/data/prepared.ts'

/**
 * Kept counts are recounted from the rows in the same transaction as the change: a playlist has at most 300 courses and
 * a teacher 200 playlists, so it is cheap, and a count can never drift.
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
    }))
    .where('id', '=', playlistId)
    .execute()
}

/** A teacher's public playlists and the public courses in them; call after `recountPlaylist`. */
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

/** Before a person is deleted: what they liked, wrote and saved, and who saved theirs, no longer counts. */
export async function uncountPerson(trx: Db, userId: string): Promise<void> {
  await trx
    .updateTable('courses')
    .set(({ eb }) => ({ likes_count: eb('likes_count', '-', 1) }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('likes').select('course_id').where('user_id', '=', userId),
    )
    .execute()
  await trx
    .updateTable('courses')
    .set(({ eb, selectFrom }) => ({
      comments_count: eb(
        'comments_count',
        '-',
        selectFrom('comments')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('comments.course_id', '=', 'courses.id')
          .where('comments.user_id', '=', userId),
      ),
    }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('comments').select('course_id').where('user_id', '=', userId),
    )
    .execute()
  await trx
    .updateTable('playlists')
    .set(({ eb }) => ({ saves_count: eb('saves_count', '-', 1) }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('saves').select('playlist_id').where('user_id', '=', userId),
    )
    .execute()
  await uncountSavesOf(trx, userId)
}

async function uncountSavesOf(trx: Db, teacherId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set(({ eb, selectFrom }) => ({
      saves_count: eb(
        'saves_count',
        '-',
        selectFrom('saves')
          .innerJoin('playlists', 'playlists.id', 'saves.playlist_id')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('saves.user_id', '=', 'users.id')
          .where('playlists.teacher_id', '=', teacherId),
      ),
    }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('saves')
        .innerJoin('playlists', 'playlists.id', 'saves.playlist_id')
        .select('saves.user_id')
        .where('playlists.teacher_id', '=', teacherId),
    )
    .execute()
}

interface SaveMove {
  userId: string
  playlistId: string
  /** How many save rows came, or went when negative. */
  by: number
}

/** A save is counted twice: how often a playlist was saved, and how many somebody saved. */
export async function moveSavesCounts(trx: Db, { userId, playlistId, by }: SaveMove): Promise<void> {
  await Promise.all([movedOfPerson(trx, { id: userId, by }), movedOfPlaylist(trx, { id: playlistId, by })])
}

type Move = Params<{ id: string; by: number }>

const movedOfPerson = preparedChange((db, params: Move) =>
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

/** Before a playlist is deleted: whoever had saved it has one save less. */
export async function uncountSaves(trx: Db, playlistId: string): Promise<void> {
  await trx
    .updateTable('users')
    .set(({ eb }) => ({ saves_count: eb('saves_count', '-', 1) }))
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('saves').select('user_id').where('playlist_id', '=', playlistId),
    )
    .execute()
}
