import { type Kysely, type SqlBool, sql } from 'kysely'

/**
 * Stores where the video of an upload goes. The columns are no foreign keys: a file still arrives when its playlist was deleted
 * meanwhile, and then says so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['playlist_id', 'section_id', 'course_id', 'title'])
    await db.schema.alterTable('uploads').addColumn(column, 'text').execute()
  await db.schema
    .createIndex('videos_failed')
    .on('videos')
    .column('owner_id')
    .where(sql<SqlBool>`state = 'failed'`)
    .execute()
}
