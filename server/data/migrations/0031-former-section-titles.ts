import type { Kysely } from 'kysely'

/** Titles of deleted sections that were public, so that undoing the deletion shows them again without a review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('playlists')
    .addColumn('former_section_titles', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
