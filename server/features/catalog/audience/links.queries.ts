import type { Db } from '#server/data/database.ts'

/** The numbers of the current links of these playlists. */
export async function linkNumbersOf(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('playlists').select(['id', 'link_number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, link_number }) => [id, link_number]))
}

/** Counts the link of a playlist up, which ends the former one with all its opened rows. Returns the new number. */
export async function countLinkUp(trx: Db, id: string): Promise<number> {
  const { link_number } = await trx
    .updateTable('playlists')
    .set(({ eb }) => ({ link_number: eb('link_number', '+', 1) }))
    .where('id', '=', id)
    .returning('link_number')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('opened_links').where('playlist_id', '=', id).execute()
  return link_number
}

/** Remembers that a user has opened the link with this number. */
export async function insertOpenedLink(
  trx: Db,
  { userId, playlistId, number }: { userId: string; playlistId: string; number: number },
): Promise<void> {
  await trx
    .insertInto('opened_links')
    .values({
      user_id: userId,
      playlist_id: playlistId,
      link_number: number,
      opened_at: new Date().toISOString(),
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'playlist_id']).doUpdateSet(({ ref }) => ({
        link_number: ref('excluded.link_number'),
        opened_at: ref('excluded.opened_at'),
      })),
    )
    .execute()
}
