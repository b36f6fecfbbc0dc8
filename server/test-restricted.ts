import type { Visibility } from '#contract/catalog/visibility.ts'
import { transaction } from './data/database.ts'
import { emit } from './events.ts'
import { recountTeacher } from './features/catalog/playlists/counts.queries.ts'
import type { TestApp } from './test-app.ts'

interface Restriction {
  visibility: Visibility
  groupIds?: readonly string[]
}

/** Gives a playlist this audience, as its teacher does. */
export async function restrictPlaylist(
  { db }: Pick<TestApp, 'db'>,
  playlistId: string,
  { visibility, groupIds = [] }: Restriction,
): Promise<void> {
  await transaction(db, async (trx) => {
    const { teacher_id } = await trx
      .updateTable('playlists')
      .set({ visibility })
      .where('id', '=', playlistId)
      .returning('teacher_id')
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('playlist_groups').where('playlist_id', '=', playlistId).execute()
    for (const group_id of groupIds)
      await trx.insertInto('playlist_groups').values({ group_id, playlist_id: playlistId }).execute()
    await recountTeacher(trx, teacher_id)
    await emit(trx, 'playlist.changed', { playlistId })
  })
}

/** Remembers that a user has opened the link of a playlist with this number. */
export async function openLink(
  { db }: Pick<TestApp, 'db'>,
  opened: { userId: string; playlistId: string; linkNumber?: number },
): Promise<void> {
  const { userId: user_id, playlistId: playlist_id, linkNumber: link_number = 1 } = opened
  const opened_at = new Date().toISOString()
  await db.insertInto('opened_links').values({ user_id, playlist_id, link_number, opened_at }).execute()
}
