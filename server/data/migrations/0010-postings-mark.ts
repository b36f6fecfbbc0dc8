import { type Kysely, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import type { Schema } from '#server/data/schema.ts'

/** As many as totals have (0007): two that publish at the same time seldom wait for each other. */
const SLOTS = 16
const DRAWN = sql`(random() * 9007199254740991)::bigint`

/**
 * What PostgreSQL's full-text index is called as long as nobody changes it: the sum of these numbers,
 * of which whoever changes the index draws one anew. They are drawn, not counted, so that no other index is ever called so.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`lock table search_index in share row exclusive mode`.execute(db)
  await db.schema
    .createTable('search_index_marks')
    .addColumn('slot', 'integer', (column) => column.primaryKey())
    .addColumn('mark', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into search_index_marks (slot, mark)
    select slot, ${DRAWN} from generate_series(0, ${sql.lit(SLOTS - 1)}) as slots (slot)`.execute(db)
  await sql`create or replace function search_index_changed() returns trigger language plpgsql as $$
    begin
      if tg_table_schema = current_schema() then
        update search_index_marks set mark = ${DRAWN} where slot = pg_backend_pid() % ${sql.lit(SLOTS)};
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger search_index_marked after insert or update or delete or truncate on search_index
    for each statement execute function search_index_changed()`.execute(db)
}
