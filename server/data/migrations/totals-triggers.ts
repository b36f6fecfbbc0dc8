import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/data/schema.ts'

interface Kept {
  kind: string
  table: 'playlists' | 'courses' | 'users' | 'revisions'
  status: string
  /** Only playlists and revisions have one. */
  category?: string
}

/** In the order in which the program's own writes come to these tables. */
const KEPT: readonly Kept[] = [
  { kind: 'courses', table: 'courses', status: 'status' },
  { kind: 'playlists', table: 'playlists', status: 'status', category: 'category_id' },
  { kind: 'people', table: 'users', status: 'role' },
]

/** PostgreSQL: who writes to these tables is waited for, and waits until the migration is committed. */
export async function stopWriters(db: Kysely<Schema>): Promise<void> {
  for (const { table } of KEPT) {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
  }
}

function named({ table }: Kept, event: 'inserted' | 'deleted' | 'moved' | 'changed'): RawBuilder<unknown> {
  return sql.id(`totals_of_${table}_${event}`)
}

/** What a row is counted by; an update of anything else, such as a like, fires nothing. */
function countedBy({ status, category }: Kept): RawBuilder<unknown>[] {
  return [status, ...(category ? [category] : [])].map((column) => sql.id(column))
}

function differs(kept: Kept): RawBuilder<unknown> {
  return sql.join(
    countedBy(kept).map((column) => sql`old.${column} <> new.${column}`),
    sql` or `,
  )
}

/** SQLite's writers take turns, so one slot does. What foreign keys delete goes through the same triggers. */
export async function keepOnSqlite(db: Kysely<Schema>, tables: readonly Kept[] = KEPT): Promise<void> {
  for (const kept of tables) {
    const table = sql.table(kept.table)
    await sql`create trigger ${named(kept, 'inserted')} after insert on ${table}
      begin ${moved(kept, 'new', 1)} end`.execute(db)
    await sql`create trigger ${named(kept, 'deleted')} after delete on ${table}
      begin ${moved(kept, 'old', -1)} end`.execute(db)
    await sql`create trigger ${named(kept, 'moved')} after update of ${sql.join(countedBy(kept))} on ${table}
      when ${differs(kept)} begin ${moved(kept, 'old', -1)} ${moved(kept, 'new', 1)} end`.execute(db)
  }
}

function moved(kept: Kept, row: 'old' | 'new', by: 1 | -1): RawBuilder<unknown> {
  return sql`insert into totals (kind, category_id, status, slot, amount)
    values (${keyOf(kept, sql`${sql.id(row)}.`)}, 0, ${sql.lit(by)})
    on conflict (kind, category_id, status, slot) do update set amount = amount + excluded.amount;`
}

function keyOf({ kind, status, category }: Kept, of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${sql.lit(kind)}, ${category ? sql`${of}${sql.id(category)}` : sql.lit('')}, ${of}${sql.id(status)}`
}

const SLOTS = 16

/**
 * What one statement inserts or deletes is added at once: deleting a teacher of thousands of courses does not change
 * one row thousands of times. Each connection has a slot of its own, so that people who register or publish at one
 * moment do not wait for each other. Tables that were set aside count nothing.
 */
export async function keepOnPostgres(db: Kysely<Schema>, tables: readonly Kept[] = KEPT): Promise<void> {
  for (const kept of tables) {
    const table = sql.table(kept.table)
    const add = named(kept, 'changed')
    await sql`create or replace function ${add}() returns trigger language plpgsql as $$
      begin
        if tg_table_schema <> current_schema() then
          return null;
        elsif tg_op = 'INSERT' then
          ${grouped(kept, sql`count(*)`, sql`came`)}
        elsif tg_op = 'DELETE' then
          ${grouped(kept, sql`-count(*)`, sql`went`)}
        else
          ${both(kept)}
        end if;
        return null;
      end $$`.execute(db)
    await sql`create trigger ${named(kept, 'inserted')} after insert on ${table}
      referencing new table as came for each statement execute function ${add}()`.execute(db)
    await sql`create trigger ${named(kept, 'deleted')} after delete on ${table}
      referencing old table as went for each statement execute function ${add}()`.execute(db)
    await sql`create trigger ${named(kept, 'moved')} after update of ${sql.join(countedBy(kept))} on ${table}
      for each row when (${differs(kept)}) execute function ${add}()`.execute(db)
  }
}

/** In the order of the key, as every writer: two who change the same rows cannot wait for each other in a circle. */
function added(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into totals (kind, category_id, status, slot, amount) ${rows} order by 1, 2, 3
    on conflict (kind, category_id, status, slot) do update set amount = totals.amount + excluded.amount;`
}

const slot = sql`pg_backend_pid() % ${sql.lit(SLOTS)}`

function grouped(kept: Kept, amount: RawBuilder<unknown>, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return added(sql`select ${keyOf(kept, sql``)}, ${slot}, ${amount} from ${rows}
    group by ${sql.join(countedBy(kept))}`)
}

function both(kept: Kept): RawBuilder<unknown> {
  return added(sql`select ${keyOf(kept, sql`old.`)}, ${slot}, -1
    union all select ${keyOf(kept, sql`new.`)}, ${slot}, 1`)
}
