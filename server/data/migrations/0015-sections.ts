import { type Kysely, sql } from 'kysely'

/**
 * Teachers order their courses and group them into sections (product/teaching.md, "Order and sections"). The default
 * position puts the courses that a former program adds during a rolling update at the end, in order of creation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sections(db)
  await order(db)
  const playlists = () => db.schema.alterTable('playlists')
  await playlists()
    .addColumn('outline_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await playlists().addColumn('language', 'text').execute()
  await playlists().addColumn('level', 'text').execute()
  await playlists().addColumn('promise', 'text').execute()
}

async function sections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sections')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('playlist_id', 'text', (column) =>
      column.notNull().references('playlists.id').onDelete('cascade'),
    )
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('sections_order')
    .on('sections')
    .columns(['playlist_id', 'position', 'id'])
    .execute()
}

async function order(db: Kysely<unknown>): Promise<void> {
  const courses = () => db.schema.alterTable('courses')
  await courses()
    .addColumn('section_id', 'text', (column) => column.references('sections.id').onDelete('set null'))
    .execute()
  await courses()
    .addColumn('position', 'integer', (column) => column.notNull().defaultTo(1_000_000_000))
    .execute()
  await sql`
    update courses set position = numbered.position
    from (
      select id, cast(row_number() over (partition by playlist_id order by id) * 1024 as integer) as position
      from courses
    ) as numbered
    where numbered.id = courses.id`.execute(db)
  const index = (name: string) => db.schema.createIndex(name).on('courses')
  await index('courses_order').columns(['playlist_id', 'position', 'id']).execute()
  await index('courses_status_order').columns(['playlist_id', 'status', 'position', 'id']).execute()
  await index('courses_section').column('section_id').execute()
  await db.schema.dropIndex('courses_playlist_status').execute()
}
