import { createHash } from 'node:crypto'
import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** The application name of a serving site's connections. Tools use another name. */
export const SITE_NAME_IN_POSTGRES = 'lectern'

/** Whether the engine is PostgreSQL. The functions below cover the other differences that queries need. */
export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

type ColumnValues = readonly (string | null)[] | readonly number[]

/**
 * Values as a table of a query, one array for each column, all of one length: one parameter a column on PostgreSQL, one
 * JSON text on SQLite, however many rows.
 */
export function valuesTable(
  db: QueryExecutorProvider,
  name: string,
  columns: Readonly<Record<string, ColumnValues>>,
): RawBuilder<unknown> {
  const names = Object.keys(columns)
  const arrays = Object.values(columns)
  if (isPostgres(db)) {
    // The driver puts an array into words number by number, as if each were a text.
    const typed = arrays.map((values) =>
      typeof values[0] === 'number' ? sql`${`{${values.join()}}`}::int[]` : sql`${values}::text[]`,
    )
    return sql`unnest(${sql.join(typed)}) as ${sql.id(name)} (${sql.join(names.map((each) => sql.id(each)))})`
  }
  const [first = []] = arrays
  if (arrays.length === 1) {
    return sql`(select value as ${sql.id(names[0] ?? '')} from json_each(${JSON.stringify(first)})) as ${sql.id(name)}`
  }
  const rows = first.map((_, row) => arrays.map((values) => values[row]))
  const cells = names.map((each, at) => sql`value ->> ${sql.lit(at)} as ${sql.id(each)}`)
  return sql`(select ${sql.join(cells)} from json_each(${JSON.stringify(rows)})) as ${sql.id(name)}`
}

const POSITION_DIGITS = 10

/**
 * The ids of a group as one text for `idsByPosition`: one row instead of many. Each id follows its position, and the program
 * sorts them, because SQLite sorts inside an aggregate more slowly.
 */
export function gathered(
  db: QueryExecutorProvider,
  { id, position }: { id: string; position: string },
): RawBuilder<string> {
  const digits = isPostgres(db)
    ? sql`lpad(${sql.ref(position)}::text, ${sql.lit(POSITION_DIGITS)}, '0')`
    : sql`printf(${sql.lit(`%0${POSITION_DIGITS}d`)}, ${sql.ref(position)})`
  return sql`string_agg(${digits} || ${sql.ref(id)}, ',')`
}

export function idsByPosition(gatheredIds: string): string[] {
  return gatheredIds
    .split(',')
    .toSorted()
    .map((text) => text.slice(POSITION_DIGITS))
}

/** These columns of all rows as one JSON text, a list for each row: reading a thousand rows takes longer than parsing them. */
export function rowsAsText(db: QueryExecutorProvider, columns: readonly string[]): RawBuilder<string> {
  const row = sql.join(columns.map((column) => sql.ref(column)))
  return isPostgres(db)
    ? sql`coalesce(json_agg(json_build_array(${row})), '[]')::text`
    : sql`json_group_array(json_array(${row}))`
}

/** A join that SQLite runs in the written order. PostgreSQL finds the best order itself. */
export function joinInOrder(db: QueryExecutorProvider): RawBuilder<unknown> {
  return isPostgres(db) ? sql`join` : sql`cross join`
}

const preparedNames = new Map<string, string>()

/**
 * Gives a query that is built once a name, so that PostgreSQL plans it once for each connection. A query for all columns
 * of a table gets none: a migration of a newer program may add some.
 */
export function namePrepared(text: string): void {
  if (!/(select|returning|\.) ?\*/.test(text))
    preparedNames.set(text, createHash('sha1').update(text).digest('hex'))
}

export function preparedName(text: string): string | undefined {
  return preparedNames.get(text)
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Our codes for a database that is unreachable or does not answer in time. */
export const UNREACHABLE = 'DATABASE_UNREACHABLE'
export const TIMED_OUT = 'DATABASE_TIMED_OUT'

export function isUniqueViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error))
}

/** The referenced row does not exist, or the deleted row is still referenced. */
export function isForeignKeyViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error))
}

/**
 * PostgreSQL: connection lost (08), no room or disk (53), stopped by an operator or a timeout (57), input or output
 * failed (58), a lock timeout (55P03), a read-only standby (25006), an idle transaction ended
 * (25P03), a serialization failure or deadlock after all retries (40).
 */
const POSTGRES_UNAVAILABLE = /^(08...|53...|57...|58...|40...|55P03|25006|25P03)$/
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/

/** The database cannot do this now: locked, full, read-only, failing, stopped. Reads may work; a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return (
    code === UNREACHABLE ||
    code === TIMED_OUT ||
    SQLITE_UNAVAILABLE.test(code) ||
    POSTGRES_UNAVAILABLE.test(code)
  )
}

/** PostgreSQL aborted this transaction in favor of another one. A retry succeeds. */
export function isSerializationFailure(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error))
}

/** The connection broke or the server ended it. Uncommitted changes are rolled back. */
export function isConnectionGone(error: unknown): boolean {
  return /^(08...|57P0[1-5]|25P03)$/.test(codeOf(error)) || codeOf(error) === UNREACHABLE
}
