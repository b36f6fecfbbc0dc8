import type { Kysely } from 'kysely'

/** Videos that teachers upload (product/teaching.md, "Own uploads"). Byte counts can exceed 32 bits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('videos')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('progress', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('fault', 'text')
    .addColumn('duration_s', 'integer')
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('bytes', 'double precision', (column) => column.notNull())
    .addColumn('renditions', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('storyboard', 'text')
    .addColumn('checksum', 'text')
    .addColumn('cover', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('videos_owner').on('videos').column('owner_id').execute()
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('bytes', 'double precision', (column) => column.notNull())
    .addColumn('received', 'double precision', (column) => column.notNull().defaultTo(0))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('receiving'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('node', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('uploads_owner').on('uploads').columns(['owner_id', 'state', 'id']).execute()
  await db.schema.createIndex('uploads_expiry').on('uploads').column('expires_at').execute()
}
