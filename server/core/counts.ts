import type { Db } from './db/database.ts'

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
