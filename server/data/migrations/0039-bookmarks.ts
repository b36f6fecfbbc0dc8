import type { Kysely } from 'kysely'

/** Marks the notes that are bookmarks: they have no text. A former version of the program shows them as empty notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('notes')
    .addColumn('bookmark', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
