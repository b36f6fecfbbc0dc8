import type { Kysely } from 'kysely'

/** An admin's list of all playlists by how often they were saved; the public one has an index with its status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('playlists_saves').on('playlists').columns(['saves_count', 'id']).execute()
}
