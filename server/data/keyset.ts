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
 * the list. Before each table that is joined, the engine compares the columns of the tables before it, so it skips the rows of
 * earlier pages; PostgreSQL seeks in an index only by the columns of one table.
 */
export function afterRow(
  columns: readonly string[],
  direction: Direction,
  keys: readonly Key[],
): RawBuilder<SqlBool> {
  const joins = columns.flatMap((column, at) =>
    at > 0 && tableOf(column) !== tableOf(columns[at - 1]) ? [at] : [],
  )
  const compared = joins.length === 0 ? keys : keys.map(hiddenFromPlanner)
  const compare = (signs: Record<Direction, RawBuilder<unknown>>, length: number) =>
    sql<SqlBool>`${rowOf(columns.slice(0, length))} ${signs[direction]} (${sql.join(compared.slice(0, length))})`
  return sql<SqlBool>`${sql.join(
    [...joins.map((length) => compare(AT_OR_AFTER, length)), compare(AFTER, columns.length)],
    sql` and `,
  )}`
}

const AFTER = { asc: sql`>`, desc: sql`<` }
const AT_OR_AFTER = { asc: sql`>=`, desc: sql`<=` }

const tableOf = (column = '') => column.split('.')[0]

const rowOf = (columns: readonly string[]) => sql`(${sql.join(columns.map((column) => sql.ref(column)))})`

/**
 * When a list is sorted by several tables, PostgreSQL prefers a plan for these keys so much that it plans each page again,
 * which takes longer than the query. It cannot see a key inside a subquery, so it plans once.
 */
function hiddenFromPlanner(key: Key): RawBuilder<unknown> {
  return sql`(select ${key})`
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

/** Compares rows by their keys as both databases do: numbers by size, texts by their bytes. */
export function compareKeys(
  one: readonly (string | number)[],
  other: readonly (string | number)[],
  direction: Direction,
): number {
  for (const [at, key] of one.entries()) {
    const against = other[at] ?? ''
    const order =
      typeof key === 'number' && typeof against === 'number'
        ? key - against
        : compareTexts(String(key), String(against))
    if (order !== 0) return direction === 'asc' ? order : -order
  }
  return 0
}

/** JavaScript compares units of UTF-16. This differs from the order of bytes only where a character takes two units. */
const HAS_PAIRS = /[\ud800-\udfff]/

/** A merged page compares thousands of texts, and copying them into buffers took most of its time. */
function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  if (HAS_PAIRS.test(one) || HAS_PAIRS.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return one < other ? -1 : 1
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
