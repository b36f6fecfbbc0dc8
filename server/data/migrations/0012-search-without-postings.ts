import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import type { Schema } from '#server/data/schema.ts'

/**
 * PostgreSQL's full-text index alone finds playlists (decision 0030). The tables of 0009 and 0010 go with their triggers.
 * Views take their place, so that an older program beside this one still finds everything, if slowly, during an
 * update; it keeps nothing in memory, because each look gives it another mark.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`lock table search_index in share row exclusive mode`.execute(db)
  await sql`drop trigger search_index_postings_kept on search_index`.execute(db)
  await sql`drop trigger search_index_marked on search_index`.execute(db)
  await sql`drop function search_index_postings_of_entry()`.execute(db)
  await sql`drop function search_index_changed()`.execute(db)
  await db.schema.dropTable('search_index_postings').execute()
  await db.schema.dropTable('search_index_marks').execute()
  await sql`create view search_index_postings as
    select unnest(tsvector_to_array(lexemes)) collate "C" as lexeme, rowid as seq from search_index`.execute(
    db,
  )
  await sql`create view search_index_marks as
    select 0 as slot, (random() * 9007199254740991)::bigint as mark`.execute(db)
}
