import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { moveSavesCounts } from '#server/features/catalog/playlists/counts.queries.ts'
import { visiblePlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { deleteSave, findSaver, insertSave, readSavedIds, type Save } from './saves.queries.ts'

/** `isPrivate`: others see none of their saves. */
export async function saver(db: Db, id: string) {
  const user = isId(id) ? await findSaver(db, id) : undefined
  return user && { id, isPrivate: user.profile_private === 1, access: { ownerId: id } }
}

/** Does not check that the playlist exists: removing a playlist that is not saved is allowed. */
export function playlistToUnsave(id: string) {
  return isId(id) ? { id, access: {} } : undefined
}

/** Saving twice is one save. Returns the new list of ids, newest save first. */
export async function savePlaylist(db: Db, viewer: Viewer, playlistId: string): Promise<string[]> {
  return transaction(db, async (trx) => {
    await visiblePlaylist(trx, viewer, { playlistId, lock: 'stay' })
    const save = { userId: viewer.id, playlistId }
    const by = await insertSave(trx, save)
    return movedAndRead(trx, viewer, { ...save, by })
  })
}

/** Returns the new list of ids, newest save first. */
export async function unsavePlaylist(db: Db, viewer: Viewer, playlistId: string): Promise<string[]> {
  return transaction(db, async (trx) => {
    const save = { userId: viewer.id, playlistId }
    const by = -(await deleteSave(trx, save))
    return movedAndRead(trx, viewer, { ...save, by })
  })
}

/** Sends all queries at once, as none needs the result of another. */
async function movedAndRead(trx: Db, viewer: Viewer, save: Save & { by: number }): Promise<string[]> {
  const [saved] = await Promise.all([
    readSavedIds(trx, viewer),
    save.by === 0 ? undefined : moveSavesCounts(trx, save),
  ])
  return saved
}

/** The cache tag of lists that are ordered by the number of saves. */
export const ORDER_BY_SAVES = 'saves'

/** Searches rank by saves, too. */
const ORDERED = /popular|search/i

/** Returns the tag if the response of this address is ordered by saves. */
export function orderTags(address: string): readonly string[] {
  return ORDERED.test(address) ? [ORDER_BY_SAVES] : []
}
