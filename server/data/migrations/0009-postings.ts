import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import type { Schema } from '#server/data/schema.ts'

/**
 * What stands in the full-text index once more, as a row for each word of each entry, from which PostgreSQL gives the
 * newest that hold a word without a look at the others. SQLite's own index hands them out so. A trigger
 * keeps the rows, so that they are right beside an older program that knows nothing of them.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`lock table search_index in share row exclusive mode`.execute(db)
  await db.schema
    .createTable('search_index_postings')
    .addColumn('lexeme', 'text', (column) => column.notNull())
    .addColumn('seq', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into search_index_postings (lexeme, seq)
    select unnest(tsvector_to_array(lexemes)), rowid from search_index`.execute(db)
  await sql`alter table search_index_postings add primary key (lexeme, seq)`.execute(db)
  // Nobody has looked at it yet, and what the planner knows of it is needed at once.
  await sql`analyze search_index_postings`.execute(db)
  await keepPostings(db)
}

async function keepPostings(db: Kysely<Schema>): Promise<void> {
  await sql`create or replace function search_index_postings_of_entry() returns trigger language plpgsql as $$
    begin
      if tg_table_schema <> current_schema() then return null; end if;
      if tg_op <> 'INSERT' then
        delete from search_index_postings where lexeme = any(tsvector_to_array(old.lexemes)) and seq = old.rowid;
      end if;
      if tg_op <> 'DELETE' then
        insert into search_index_postings (lexeme, seq) select unnest(tsvector_to_array(new.lexemes)), new.rowid;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger search_index_postings_kept after insert or update or delete on search_index for each row
    execute function search_index_postings_of_entry()`.execute(db)
}
