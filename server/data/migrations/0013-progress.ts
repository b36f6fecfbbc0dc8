import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'

/** What users have watched, and where each video comes from (product/learning.md, "Progress" and "Player"). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const bits = isPostgres(db) ? sql`bytea` : sql`blob`
  await db.schema
    .alterTable('users')
    .addColumn('history_paused', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('users').addColumn('player', 'text').execute()
  await db.schema
    .alterTable('courses')
    .addColumn('source', 'text', (column) => column.notNull().defaultTo('youtube'))
    .execute()
  await db.schema.alterTable('courses').addColumn('source_key', 'text').execute()
  await db.schema.alterTable('courses').addColumn('duration_s', 'integer').execute()
  await db.schema.alterTable('courses').addColumn('chapters', 'text').execute()
  await db.schema
    .createTable('progress')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('course_id', 'text', (column) => column.notNull().references('courses.id').onDelete('cascade'))
    .addColumn('video_key', 'text', (column) => column.notNull())
    .addColumn('at_s', 'double precision', (column) => column.notNull())
    .addColumn('duration_s', 'double precision', (column) => column.notNull())
    .addColumn('seconds', bits, (column) => column.notNull())
    .addColumn('watched_s', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('done_at', 'text')
    .addColumn('done_by', 'text')
    .addColumn('auto_done_from_s', 'integer')
    .addPrimaryKeyConstraint('progress_key', ['user_id', 'course_id'])
    .execute()
  await db.schema
    .createIndex('progress_history')
    .on('progress')
    .columns(['user_id', 'updated_at', 'course_id'])
    .execute()
  await db.schema
    .createIndex('progress_done')
    .on('progress')
    .columns(['user_id', 'done_at', 'course_id'])
    .execute()
  await db.schema.createIndex('progress_course').on('progress').columns(['course_id', 'video_key']).execute()
  await db.schema
    .createTable('playlist_progress')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('playlist_id', 'text', (column) =>
      column.notNull().references('playlists.id').onDelete('cascade'),
    )
    .addColumn('last_course_id', 'text', (column) => column.references('courses.id').onDelete('set null'))
    .addColumn('done_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('rate', 'double precision')
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('hidden_at', 'text')
    .addPrimaryKeyConstraint('playlist_progress_key', ['user_id', 'playlist_id'])
    .execute()
  await db.schema
    .createIndex('playlist_progress_newest')
    .on('playlist_progress')
    .columns(['user_id', 'updated_at', 'playlist_id'])
    .execute()
  await db.schema
    .createIndex('playlist_progress_playlist')
    .on('playlist_progress')
    .column('playlist_id')
    .execute()
  await db.schema
    .createIndex('playlist_progress_course')
    .on('playlist_progress')
    .column('last_course_id')
    .execute()
  await db.schema
    .createTable('progress_credits')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('credit_s', 'double precision', (column) => column.notNull())
    .addColumn('unspent_s', 'double precision', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
}
