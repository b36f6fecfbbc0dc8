import type { Db } from '#server/data/database.ts'

/** Hides a playlist from "Continue watching" or shows it again; the next save shows it anyway. */
export async function hidePlaylist(
  db: Db,
  { userId, playlistId, hidden }: { userId: string; playlistId: string; hidden: boolean },
): Promise<void> {
  await db
    .updateTable('playlist_progress')
    .set({ hidden_at: hidden ? new Date().toISOString() : null })
    .where('user_id', '=', userId)
    .where('playlist_id', '=', playlistId)
    .execute()
}
