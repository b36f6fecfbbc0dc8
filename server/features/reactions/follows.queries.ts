import type { Following } from '#contract/reactions/follows.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { isKeptFor, readerOf } from '#server/features/catalog/playlists/visibility.queries.ts'

/** A user follows a teacher or a playlist. */
export type Target = { teacherId: string } | { playlistId: string }

function columnsOf(target: Target): { teacher_id: string | null; playlist_id: string | null } {
  return 'teacherId' in target
    ? { teacher_id: target.teacherId, playlist_id: null }
    : { teacher_id: null, playlist_id: target.playlistId }
}

/** Returns the number of new rows: 0 if the user already follows the target. */
export async function insertFollow(trx: Db, userId: string, target: Target): Promise<number> {
  const { numInsertedOrUpdatedRows: added = 0n } = await trx
    .insertInto('follows')
    .values({ user_id: userId, ...columnsOf(target), created_at: new Date().toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['teacherId' in target ? 'teacher_id' : 'playlist_id', 'user_id']).doNothing(),
    )
    .executeTakeFirstOrThrow()
  return Number(added)
}

/** Returns the number of deleted rows. */
export async function deleteFollow(trx: Db, userId: string, target: Target): Promise<number> {
  const follows = trx.deleteFrom('follows').where('user_id', '=', userId)
  const { numDeletedRows } = await ('teacherId' in target
    ? follows.where('teacher_id', '=', target.teacherId)
    : follows.where('playlist_id', '=', target.playlistId)
  ).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The teachers and playlists that a user follows, but no playlist that is for others. */
export async function readFollowing(db: Db, viewer: Viewer): Promise<Following> {
  const rows = await db
    .selectFrom('follows')
    .leftJoin('playlists', 'playlists.id', 'follows.playlist_id')
    .leftJoin('users as teacher', 'teacher.id', 'follows.teacher_id')
    .select(['follows.teacher_id', 'follows.playlist_id'])
    .where('follows.user_id', '=', viewer.id)
    .where('teacher.deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('follows.playlist_id', 'is', null), isKeptFor(readerOf(viewer))]))
    .orderBy('follows.created_at', 'desc')
    .execute()
  return {
    teachers: rows.flatMap(({ teacher_id }) => teacher_id ?? []),
    playlists: rows.flatMap(({ playlist_id }) => playlist_id ?? []),
  }
}

type FoundUser = { id: string } & Resource

export async function teacherToFollow(db: Db, id: string): Promise<FoundUser | undefined> {
  const user = await findUser(db, id)
  return user?.role === 'Teacher' && user.deleted_at === null ? { id, access: { ownerId: id } } : undefined
}

/** Any user: an admin may have changed the role since. */
export async function userToUnfollow(db: Db, id: string): Promise<FoundUser | undefined> {
  const user = await findUser(db, id)
  return user && { id, access: { ownerId: id } }
}

async function findUser(db: Db, id: string) {
  if (!isId(id)) return
  return db.selectFrom('users').select(['role', 'deleted_at']).where('id', '=', id).executeTakeFirst()
}
