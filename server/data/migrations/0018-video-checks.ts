import type { Kysely } from 'kysely'

/** What YouTube and Vimeo say about videos (product/teaching.md, "Adding many videos" and "Checking outside videos"). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('video_details')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('source_key', 'text', (column) => column.notNull())
    .addColumn('finding', 'text', (column) => column.notNull())
    .addColumn('title', 'text')
    .addColumn('image', 'text', (column) => column.references('images.name').onDelete('set null'))
    .addColumn('duration_s', 'integer')
    .addColumn('found_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('video_details_key', ['source', 'source_key'])
    .execute()
  await db.schema.createIndex('video_details_image').on('video_details').column('image').execute()
  await db.schema.createIndex('video_details_found').on('video_details').column('found_at').execute()
  await db.schema
    .createTable('video_checks')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('source_key', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('finding', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('video_checks_key', ['source', 'source_key'])
    .execute()
  await db.schema.alterTable('courses').addColumn('unavailable_since', 'text').execute()
  await db.schema
    .alterTable('playlists')
    .addColumn('unavailable_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // Finds the courses of a video; most courses of Vimeo have an empty `video_id`.
  await db.schema.createIndex('courses_video').on('courses').columns(['video_id', 'source_key']).execute()
  await db.schema.createIndex('courses_unavailable').on('courses').column('unavailable_since').execute()
}
