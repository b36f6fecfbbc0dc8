import type { Db } from '#server/data/database.ts'

/** The playlists of a teacher that are not in the trash. */
export async function playlistsOutsideTrash(trx: Db, teacherId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('playlists')
    .select('id')
    .where('teacher_id', '=', teacherId)
    .where('trash_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What went into the trash of a teacher at that time or later, playlists before videos. */
export async function trashSince(trx: Db, teacherId: string, since: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('trash')
    .select('id')
    .where('teacher_id', '=', teacherId)
    .where('kind', '=', 'playlist')
    .where('deleted_at', '>=', since)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Accounts that were deleted before that time. */
export async function deletedBefore(db: Db, at: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('deleted_at', '<=', at).execute()
  return rows.map(({ id }) => id)
}

/** Somebody who may get the playlists of another teacher. */
export async function isActiveTeacher(trx: Db, userId: string): Promise<boolean> {
  const teacher = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'Teacher')
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return teacher !== undefined
}
