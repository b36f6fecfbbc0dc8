import { moveSavesCounts } from '#server/core/counts.ts'
import { type Db, transaction } from '#server/core/db/database.ts'
import { isId } from '#server/core/ids.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { PLAYLIST_NOT_FOUND, visiblePlaylist } from '#server/core/visibility.ts'
import { deleteSave, insertSave, personExists, readSavedIds } from './saves.queries.ts'

/** Gives the id back; throws the `not_found` Refusal when it is nobody's. */
export async function personWhoSaves(db: Db, userId: string): Promise<string> {
  if (isId(userId) && (await personExists(db, userId))) return userId
  throw new Refusal('not_found', 'User not found.')
}

/** Whether the playlist exists is not asked: what is not saved may be taken off the list too. */
export function checkPlaylistId(playlistId: string): string {
  if (isId(playlistId)) return playlistId
  throw new Refusal('not_found', PLAYLIST_NOT_FOUND)
}

/** Saving twice is one save. Gives the whole new list of ids, newest save first. */
export async function savePlaylist(db: Db, viewer: Viewer, playlistId: string): Promise<string[]> {
  return transaction(db, async (trx) => {
    await visiblePlaylist(trx, viewer, playlistId)
    const save = { userId: viewer.id, playlistId }
    const by = await insertSave(trx, save)
    await moveSavesCounts(trx, { ...save, by })
    return readSavedIds(trx, viewer.id)
  })
}

/** Gives the whole new list of ids, newest save first. */
export async function unsavePlaylist(db: Db, viewer: Viewer, playlistId: string): Promise<string[]> {
  return transaction(db, async (trx) => {
    const save = { userId: viewer.id, playlistId }
    const by = -(await deleteSave(trx, save))
    await moveSavesCounts(trx, { ...save, by })
    return readSavedIds(trx, viewer.id)
  })
}
