import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from '#server/data/dialect.ts'
import { required, withoutRowid } from './columns.ts'

interface Counted {
  kind: string
  table: 'playlists' | 'courses' | 'users' | 'revisions'
  status: string
  /** Of playlists and revisions. */
  category?: string
  /** In the names of the triggers, if it is not the table. */
  name?: string
  /** The columns that `status` is computed from, if it is a generated one. */
  computedFrom?: readonly string[]
}

/** In the order in which the program's own writes come to these tables. */
const COUNTED: readonly Counted[] = [
  { kind: 'courses', table: 'courses', status: 'status' },
  { kind: 'playlists', table: 'playlists', status: 'status', category: 'category_id' },
  { kind: 'people', table: 'users', status: 'role' },
  { kind: 'revisions', table: 'revisions', status: 'state', category: 'subject' },
]

/**
 * How many playlists there are by category and status, courses by status, users by role, and revisions by subject and state.
 * Triggers count them, so that the totals stay exact beside an older program during a rolling update (decision 0014).
 */
export async function createTotals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('totals')
    .addColumn('kind', 'text', required)
    .addColumn('category_id', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('slot', 'integer', required)
    .addColumn('amount', 'integer', required)
    .addPrimaryKeyConstraint('totals_key', ['kind', 'category_id', 'status', 'slot'])
    .$call(withoutRowid(db))
    .execute()
  for (const counted of COUNTED) await countTable(db, counted)
}

/** Creates the triggers that count the rows of a table. */
export function countTable(db: Kysely<unknown>, counted: Counted): Promise<void> {
  return isPostgres(db) ? countOnPostgres(db, counted) : countOnSqlite(db, counted)
}

function nameOf(
  { table, name = table }: Counted,
  event: 'inserted' | 'deleted' | 'moved' | 'changed',
): RawBuilder<unknown> {
  return sql.id(`totals_of_${name}_${event}`)
}

/** What a row is counted by; an update of anything else, such as a like, fires nothing. */
function columnsOf({ status, category }: Counted): RawBuilder<unknown>[] {
  return [status, ...(category ? [category] : [])].map((column) => sql.id(column))
}

/** The columns of an update that may change what a row is counted by. */
function changesOf({ status, category, computedFrom = [status] }: Counted): RawBuilder<unknown> {
  return sql.join([...computedFrom, ...(category ? [category] : [])].map((column) => sql.id(column)))
}

function differs(counted: Counted): RawBuilder<unknown> {
  return sql.join(
    columnsOf(counted).map((column) => sql`old.${column} <> new.${column}`),
    sql` or `,
  )
}

function keyOf({ kind, status, category }: Counted, of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${sql.lit(kind)}, ${category ? sql`${of}${sql.id(category)}` : sql.lit('')}, ${of}${sql.id(status)}`
}

/** SQLite's writers take turns, so one slot does. What foreign keys delete goes through the same triggers. */
async function countOnSqlite(db: Kysely<unknown>, counted: Counted): Promise<void> {
  const table = sql.table(counted.table)
  const add = (
    row: 'old' | 'new',
    by: 1 | -1,
  ) => sql`insert into totals (kind, category_id, status, slot, amount)
    values (${keyOf(counted, sql`${sql.id(row)}.`)}, 0, ${sql.lit(by)})
    on conflict (kind, category_id, status, slot) do update set amount = amount + excluded.amount;`
  await sql`create trigger ${nameOf(counted, 'inserted')} after insert on ${table}
      begin ${add('new', 1)} end`.execute(db)
  await sql`create trigger ${nameOf(counted, 'deleted')} after delete on ${table}
      begin ${add('old', -1)} end`.execute(db)
  await sql`create trigger ${nameOf(counted, 'moved')} after update of ${changesOf(counted)} on ${table}
      when ${differs(counted)} begin ${add('old', -1)} ${add('new', 1)} end`.execute(db)
}

const SLOTS = 16
const slot = sql`pg_backend_pid() % ${sql.lit(SLOTS)}`

/**
 * What one statement inserts or deletes is added at once: deleting a teacher of thousands of courses does not change one row
 * thousands of times. Each connection has a slot of its own, so that people who register or publish at one moment do not wait for
 * each other. Tables that were moved to another schema count nothing.
 */
async function countOnPostgres(db: Kysely<unknown>, counted: Counted): Promise<void> {
  const table = sql.table(counted.table)
  const run = nameOf(counted, 'changed')
  const addGroups = (amount: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
    addRows(sql`select ${keyOf(counted, sql``)}, ${slot}, ${amount} from ${rows}
    group by ${sql.join(columnsOf(counted))}`)
  const move = addRows(sql`select ${keyOf(counted, sql`old.`)}, ${slot}, -1
    union all select ${keyOf(counted, sql`new.`)}, ${slot}, 1`)
  await sql`create or replace function ${run}() returns trigger language plpgsql as $$
      begin
        if tg_table_schema <> current_schema() then
          return null;
        elsif tg_op = 'INSERT' then
          ${addGroups(sql`count(*)`, sql`came`)}
        elsif tg_op = 'DELETE' then
          ${addGroups(sql`-count(*)`, sql`went`)}
        else
          ${move}
        end if;
        return null;
      end $$`.execute(db)
  await sql`create trigger ${nameOf(counted, 'inserted')} after insert on ${table}
      referencing new table as came for each statement execute function ${run}()`.execute(db)
  await sql`create trigger ${nameOf(counted, 'deleted')} after delete on ${table}
      referencing old table as went for each statement execute function ${run}()`.execute(db)
  await sql`create trigger ${nameOf(counted, 'moved')} after update of ${changesOf(counted)} on ${table}
      for each row when (${differs(counted)}) execute function ${run}()`.execute(db)
}

/** In the order of the key, as every writer: two writers of the same rows cannot wait for each other in a circle. */
function addRows(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into totals (kind, category_id, status, slot, amount) ${rows} order by 1, 2, 3
    on conflict (kind, category_id, status, slot) do update set amount = totals.amount + excluded.amount;`
}
