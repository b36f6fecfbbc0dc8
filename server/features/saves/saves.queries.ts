import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/core/cursor.ts'
import type { Db } from '#server/core/db/database.ts'
import { beyond } from '#server/core/db/keyset.ts'
import { newId } from '#server/core/ids.ts'
import type { Viewer } from '#server/core/viewer.ts'

const SORT = 'saves'

interface Save {
  userId: string
  playlistId: string
}

/** How many rows came: none when it was saved already. */
export async function insertSave(trx: Db, { userId, playlistId }: Save): Promise<number> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('saves')
    .values({ id: newId(), user_id: userId, playlist_id: playlistId })
    .onConflict((conflict) => conflict.columns(['user_id', 'playlist_id']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** How many rows went. */
export async function deleteSave(trx: Db, { userId, playlistId }: Save): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('saves')
    .where('user_id', '=', userId)
    .where('playlist_id', '=', playlistId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Everything a person saved, newest save first. */
export async function readSavedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('saves')
    .select('playlist_id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ playlist_id }) => playlist_id)
}

export async function personExists(db: Db, userId: string): Promise<boolean> {
  const person = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return person !== undefined
}

interface SavesQuery {
  userId: string
  limit?: number | undefined
  cursor?: string | undefined
}

interface SavedIds {
  ids: string[]
  total: number
  nextCursor: string | null
}

/** What a person saved and `viewer` may see, newest save first. Throws a Refusal for a cursor that is not ours. */
export async function listSavedIds(
  db: Db,
  viewer: Viewer,
  { userId, limit = LIST_LIMIT_DEFAULT, cursor }: SavesQuery,
): Promise<SavedIds> {
  let page = visibleSaves(db, viewer, userId)
    .select(['saves.id', 'saves.playlist_id'])
    .orderBy('saves.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) page = page.where(beyond(['saves.id'], 'desc', decodeCursor(SORT, cursor)))
  const { total } = await visibleSaves(db, viewer, userId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { rows, nextCursor } = pageOf(await page.execute(), limit, ({ id }) => encodeCursor(SORT, [id]))
  return { ids: rows.map(({ playlist_id }) => playlist_id), total, nextCursor }
}

function visibleSaves(db: Db, viewer: Viewer, userId: string) {
  return db
    .selectFrom('saves')
    .innerJoin('playlists', 'playlists.id', 'saves.playlist_id')
    .where('saves.user_id', '=', userId)
    .$if(!viewer.isAdmin, (query) =>
      query.where(({ or, eb }) =>
        or([eb('playlists.status', '=', 'approved'), eb('playlists.teacher_id', '=', viewer.id)]),
      ),
    )
}
