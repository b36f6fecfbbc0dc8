import { type Kysely, type SqlBool, sql } from 'kysely'

/** Finds playlists without a video, which the review desk does not list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('playlists_empty')
    .on('playlists')
    .columns(['status', 'id'])
    .where(sql<SqlBool>`courses_count = 0`)
    .execute()
}
