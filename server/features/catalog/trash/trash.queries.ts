import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { isId, newId } from '#server/data/ids.ts'
import type { TrashRow } from '#server/data/schema.ts'

const DAY_MS = 86_400_000

interface NewTrash extends Pick<TrashRow, 'kind' | 'subject_id' | 'playlist_id' | 'teacher_id'> {
  deleted_by: string
  /** How long it can be restored. */
  days: number
}

/** Returns the id. */
export async function insertTrash(trx: Db, { days, ...row }: NewTrash): Promise<string> {
  const now = Date.now()
  const id = newId(now)
  await trx
    .insertInto('trash')
    .values({
      id,
      ...row,
      deleted_at: new Date(now).toISOString(),
      purge_at: new Date(now + days * DAY_MS).toISOString(),
    })
    .execute()
  return id
}

export async function findTrash(db: Db, id: string): Promise<TrashRow | undefined> {
  if (!isId(id)) return undefined
  return db.selectFrom('trash').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The items of a teacher's trash, courses first, so that a playlist that follows takes none of them along. */
export function trashOf(db: Db, teacherId: string): Promise<TrashRow[]> {
  return db
    .selectFrom('trash')
    .selectAll()
    .where('teacher_id', '=', teacherId)
    .orderBy('kind')
    .orderBy('id')
    .execute()
}

/** The next items whose time is over. */
export function overdue(db: Db, { now, count }: { now: string; count: number }): Promise<TrashRow[]> {
  return db
    .selectFrom('trash')
    .selectAll()
    .where('purge_at', '<=', now)
    .orderBy('purge_at')
    .orderBy('id')
    .limit(sql.lit(count))
    .execute()
}

export async function deleteTrash(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('trash').where('id', '=', id).execute()
}

/** Moves a course to the trash, where it is stored as a draft. `updated_at` stays, so that a restored course is unchanged. */
export async function trashCourse(trx: Db, id: string, trashId: string): Promise<void> {
  await trx.updateTable('courses').set(trashedAs(trashId)).where('id', '=', id).execute()
}

/** The same for a playlist and its courses, except those that are in the trash already. */
export async function trashPlaylist(trx: Db, id: string, trashId: string): Promise<void> {
  await trx.updateTable('playlists').set(trashedAs(trashId)).where('id', '=', id).execute()
  await trx
    .updateTable('courses')
    .set(trashedAs(trashId))
    .where('playlist_id', '=', id)
    .where('trash_id', 'is', null)
    .execute()
}

const trashedAs = (trashId: string) => ({
  trash_id: trashId,
  trashed_status: sql<'draft'>`status`,
  status: 'draft' as const,
})

/**
 * Takes everything out of the trash that this item stands for; what was approved is approved again, at its time if it has one;
 * else it is a draft.
 */
export async function restoreRows(trx: Db, trashId: string): Promise<void> {
  const restored = {
    status: sql<'draft'>`case when trashed_status = 'approved' then 'approved'
      when scheduled_at is not null then 'pending' else 'draft' end`,
    trash_id: null,
    trashed_status: null,
  }
  await trx.updateTable('playlists').set(restored).where('trash_id', '=', trashId).execute()
  await trx.updateTable('courses').set(restored).where('trash_id', '=', trashId).execute()
}

/** How many playlists and courses name an entry of the trash that is gone, so that nobody can restore or delete them. */
export async function countLost(db: Db): Promise<number> {
  const counts = await Promise.all(
    (['playlists', 'courses'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('trash_id', 'is not', null)
        .where('trash_id', 'not in', db.selectFrom('trash').select('trash.id'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.reduce((sum, { n }) => sum + Number(n), 0)
}

/** Makes them drafts again. */
export async function recoverLost(trx: Db): Promise<void> {
  const draft = { status: 'draft', trash_id: null, trashed_status: null } as const
  const kept = trx.selectFrom('trash').select('trash.id')
  const playlists = trx.updateTable('playlists').set(draft).where('trash_id', 'is not', null)
  await playlists.where('trash_id', 'not in', kept).execute()
  const courses = trx.updateTable('courses').set(draft).where('trash_id', 'is not', null)
  await courses.where('trash_id', 'not in', kept).execute()
}

/** The courses of a playlist that are not in the trash. */
export async function courseIdsInside(trx: Db, playlistId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('courses')
    .select('id')
    .where('playlist_id', '=', playlistId)
    .where('trash_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function isPlaylistInTrash(trx: Db, playlistId: string): Promise<boolean> {
  const playlist = await trx
    .selectFrom('playlists')
    .select('trash_id')
    .where('id', '=', playlistId)
    .executeTakeFirst()
  return playlist?.trash_id !== null
}

/** The trash of a teacher belongs to another one from now on. */
export async function moveTrash(trx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await trx.updateTable('trash').set({ teacher_id: to }).where('teacher_id', '=', from).execute()
}
