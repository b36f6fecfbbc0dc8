import type { Db } from './db/database.ts'

/** Call in the transaction that changed what a search of this playlist may read. */
export async function reindexPlaylist(_trx: Db, _playlistId: string): Promise<void> {}

/** After a teacher's name changed: all of their playlists. */
export async function reindexTeacher(_trx: Db, _teacherId: string): Promise<void> {}

/** After a category's title changed: all of its playlists. */
export async function reindexCategory(_trx: Db, _categoryId: string): Promise<void> {}

/** Before a playlist is deleted, or a teacher with all of theirs. */
export async function unindexPlaylist(_trx: Db, _playlistId: string): Promise<void> {}
