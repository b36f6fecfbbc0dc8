import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '#server/http/app-error.ts'
import { sortKey } from './sort-key.ts'

export type Direction = 'asc' | 'desc'

/** Returns the keys of a cursor. Throws an AppError when they do not fit these columns. */
export function checkedKeys(
  columns: readonly string[],
  keys: readonly (string | number)[],
): readonly (string | number)[] {
  if (keys.length === columns.length && columns.every((column, at) => isKind(column, keys[at]))) return keys
  throw new AppError('invalid', 'Invalid cursor.', { errors: { cursor: 'Invalid cursor.' } })
}

type Key = string | number | RawBuilder<string | number>

/** As `afterRow`, with the keys of a cursor. Throws an AppError when they do not fit these columns. */
export function afterCursor(
  columns: readonly string[],
  direction: Direction,
  keys: readonly (string | number)[],
): RawBuilder<SqlBool> {
  return afterRow(columns, direction, checkedKeys(columns, keys))
}

/**
 * The condition for rows after the one with these keys, sorted by these columns. An index finds them at once, anywhere in
 * the list.
 */
export function afterRow(
  columns: readonly string[],
  direction: Direction,
  keys: readonly Key[],
): RawBuilder<SqlBool> {
  const next = columns.findIndex((column) => tableOf(column) !== tableOf(columns[0]))
  const { row, values } = comparison(columns, next < 0 ? keys : keys.map(hiddenFromPlanner))
  const after = direction === 'asc' ? sql<SqlBool>`${row} > ${values}` : sql<SqlBool>`${row} < ${values}`
  return next < 0 ? after : sql<SqlBool>`${atOrAfter(columns.slice(0, next), direction, keys)} and ${after}`
}

const tableOf = (column = '') => column.split('.')[0]

/** Compares the first table's columns only, because PostgreSQL seeks in an index only by the columns of one table. */
function atOrAfter(
  columns: readonly string[],
  direction: Direction,
  keys: readonly Key[],
): RawBuilder<SqlBool> {
  const { row, values } = comparison(columns, keys.slice(0, columns.length).map(hiddenFromPlanner))
  return direction === 'asc' ? sql<SqlBool>`${row} >= ${values}` : sql<SqlBool>`${row} <= ${values}`
}

/**
 * The condition of `afterRow` for all columns but the last, which belongs to the inner table. The engine can check it before
 * it reads that table, so it skips the rows of earlier pages.
 */
export function notBefore(
  columns: readonly string[],
  direction: Direction,
  keys: readonly Key[],
): RawBuilder<SqlBool> {
  return atOrAfter(columns.slice(0, -1), direction, keys)
}

/**
 * When a list is sorted by several tables, PostgreSQL prefers a plan for these keys so much that it plans each page again,
 * which takes longer than the query. It cannot see a key inside a subquery, so it plans once.
 */
function hiddenFromPlanner(key: Key): RawBuilder<unknown> {
  return sql`(select ${key})`
}

function comparison(columns: readonly string[], keys: readonly unknown[]) {
  return {
    row: sql`(${sql.join(columns.map((column) => sql.ref(column)))})`,
    values: sql`(${sql.join(keys)})`,
  }
}

/** The row counts for a screen's page, a default page and the largest page, each with one extra row. */
const ROWS_READ = [25, 101, 201]

/**
 * How many rows to read for a page of `limit` and the row after it; it may be a few more. The number is part of the
 * statement, so there are few: with the number as a parameter PostgreSQL would plan the list again for each query,
 * because without it a tenth of the table might be wanted. That took as long as finding the page.
 */
export function rowsFor(limit: number): number {
  return ROWS_READ.find((rows) => rows > limit) ?? limit + 1
}

const COUNT_MAX = 2 ** 31 - 1

/** Counts, seconds and positions are whole numbers that a column can hold, all else that lists are sorted by is text. */
function isKind(column: string, key: string | number | undefined): boolean {
  if (!/(_count|_s|position)$/.test(column)) return typeof key === 'string'
  return typeof key === 'number' && Number.isInteger(key) && Math.abs(key) <= COUNT_MAX
}

export function wordsOf(q: string | undefined): string[] {
  return sortKey(q ?? '')
    .split(' ')
    .filter(Boolean)
}
