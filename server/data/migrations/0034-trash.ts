import { type Kysely, type SqlBool, sql } from 'kysely'

/**
 * Adds the trash, and the time at which an approved item goes public. A former version of the program reads none of it: an
 * item in the trash is a draft for it, and a scheduled one is pending.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('trash')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('playlist_id', 'text', (column) =>
      column.notNull().references('playlists.id').onDelete('cascade'),
    )
    .addColumn('teacher_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('deleted_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('deleted_at', 'text', (column) => column.notNull())
    .addColumn('purge_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('trash_subject').unique().on('trash').column('subject_id').execute()
  await db.schema.createIndex('trash_teacher').on('trash').columns(['teacher_id', 'id']).execute()
  await db.schema.createIndex('trash_playlist').on('trash').column('playlist_id').execute()
  await db.schema.createIndex('trash_deleted_by').on('trash').column('deleted_by').execute()
  await db.schema.createIndex('trash_purge').on('trash').columns(['purge_at', 'id']).execute()
  for (const table of ['playlists', 'courses']) {
    for (const column of ['trash_id', 'trashed_status', 'publish_at', 'scheduled_at'])
      await db.schema.alterTable(table).addColumn(column, 'text').execute()
    await db.schema
      .createIndex(`${table}_trash`)
      .on(table)
      .column('trash_id')
      .where(sql<SqlBool>`trash_id is not null`)
      .execute()
    await db.schema
      .createIndex(`${table}_scheduled`)
      .on(table)
      .column('publish_at')
      .where(sql<SqlBool>`scheduled_at is not null`)
      .execute()
  }
}
