import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { decodeCursor, encodeCursor, type Page, pageOf } from './cursor.ts'
import type { Db } from './database.ts'
import { afterCursor, afterRow, checkedKeys, compareKeys, type Direction, rowsFor } from './keyset.ts'
import { type ParamsByName, preparedInShapes } from './prepared.ts'
import type { Schema } from './schema.ts'

/** The columns that sort a list. The last one is the id of the listed row, so that no two rows are equal. */
export interface ListOrder {
  columns: readonly string[]
  direction: Direction
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

interface NamedOrder<Row> extends ListOrder {
  /** Stands in cursors, so that each fits one list only. */
  name: string
  keysOf: (row: Row) => (string | number)[]
}

/** Ids begin with the time when the row was made. */
export function newestFirst(name: string, column: string): NamedOrder<{ id: string }> {
  return { name, columns: [column], direction: 'desc', keysOf: ({ id }) => [id] }
}

/**
 * Reads one page of a query that has no order yet. `keysOf` reads the columns of the order from a row.
 * Throws an AppError for a cursor of another list.
 */
export async function readPage<Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  { name, columns, direction, keysOf }: NamedOrder<Row>,
  { limit, cursor }: PageRequest,
): Promise<Page<Row>> {
  const after = cursor === undefined ? [] : [afterCursor(columns, direction, decodeCursor(name, cursor))]
  const page = after.reduce((all, condition) => all.where(condition), query)
  const sorted = columns.reduce((all, column) => all.orderBy(sql.ref(column), direction), page)
  const rows = await sorted.limit(sql.lit(rowsFor(limit))).execute()
  return pageOf(rows, limit, (row) => encodeCursor(name, keysOf(row)))
}

/** Whether the column contains the text. Dialects have different names for this function. */
export function contains(column: string, text: RawBuilder<string>): Expression<SqlBool> {
  const { eb, fn } = expressionBuilder<Schema, never>()
  return eb(fn<number>('instr', [sql.ref(column), text]), '>', sql.lit(0))
}

/** What narrows a list: `true` for a condition without a value, several values for a condition that holds for each. */
export type ListFilter<Name extends string> = {
  readonly [name in Name]?: string | boolean | readonly string[] | undefined
}

export interface ListRequest<Sort extends string> extends PageRequest {
  sort: Sort
  /** The default is that of the sort. */
  direction?: Direction | undefined
}

interface ListDefinition<Sort extends string, Name extends string, Table extends keyof Schema> {
  orders: Readonly<Record<Sort, ListOrder>>
  /** All rows, joined with the tables of the sort; without a sort, only the table of the rows. */
  from: (db: Db, sort?: Sort) => SelectQueryBuilder<Schema, Table, unknown>
  filters: Readonly<
    Record<Name, (eb: ExpressionBuilder<Schema, Table>, value: RawBuilder<string>) => Expression<SqlBool>>
  >
  /** The filter that has to look at each row. PostgreSQL plans its queries each time, for the values. */
  scanning: Name
}

/** The columns of the order of one row; the last one is its id. */
type Keys = readonly (string | number)[]

/** Everything that decides the SQL text of a page. */
interface Shape<Sort, Name> {
  sort: Sort
  direction: Direction
  filters: readonly Name[]
  goesOn: boolean
  rows: number
}

interface Parts<Name extends string> {
  /** They have no row in common. Each is read in order. */
  filters: readonly ListFilter<Name>[]
  /** The keys of more rows, in no order. */
  others?: readonly Keys[]
}

interface Place<Sort extends string> {
  sort: Sort
  direction: Direction
  limit: number
  /** Of the last row of the page before; empty for the first page. */
  after: Keys
}

/** Throws an AppError for a cursor of another order. */
function placeOf<Sort extends string>(
  orders: Readonly<Record<Sort, ListOrder>>,
  { sort, direction = orders[sort].direction, limit, cursor }: ListRequest<Sort>,
): Place<Sort> {
  const { columns } = orders[sort]
  const after =
    cursor === undefined ? [] : checkedKeys(columns, decodeCursor(nameOf(sort, direction), cursor))
  return { sort, direction, limit, after }
}

const nameOf = (sort: string, direction: Direction) => `${sort} ${direction}`

/** Adds further rows to those of the pages, which are in order. Rows behind the end of a full page cannot be in the result. */
function mergeKeys(
  pages: readonly Keys[][],
  others: readonly Keys[],
  { direction, after, limit }: Place<string>,
): Keys[] {
  const end = pages.find((page) => page.length > limit)?.[limit]
  const later = others.filter(
    (row) =>
      (after.length === 0 || compareKeys(row, after, direction) > 0) &&
      (end === undefined || compareKeys(row, end, direction) < 0),
  )
  if (pages.length === 1 && later.length === 0) return pages.flat()
  return [...pages.flat(), ...later].toSorted((one, other) => compareKeys(one, other, direction))
}

function idsOf(
  keys: Keys[],
  { sort, direction, limit }: Place<string>,
): { ids: string[]; nextCursor: string | null } {
  const { rows, nextCursor } = pageOf(keys, limit, (last) => encodeCursor(nameOf(sort, direction), [...last]))
  return { ids: rows.map((row) => String(row.at(-1))), nextCursor }
}

/** A list of ids in several orders, narrowed by filters, in pages that an index finds anywhere in the list. */
export function listQuery<Sort extends string, Name extends string, Table extends keyof Schema>({
  orders,
  from,
  filters,
  scanning,
}: ListDefinition<Sort, Name, Table>) {
  const isFilter = (name: string): name is Name => Object.hasOwn(filters, name)

  const valuesOf = (filter: ListFilter<Name>) =>
    Object.keys(filters)
      .filter(isFilter)
      .flatMap((name) =>
        [filter[name] ?? false]
          .flat()
          .flatMap((value) => (value === false ? [] : { name, value: String(value) })),
      )

  const within = (names: readonly Name[], valueAt: (index: number) => RawBuilder<string>) => {
    const eb = expressionBuilder<Schema, Table>()
    return eb.and(names.map((name, index) => filters[name](eb, valueAt(index))))
  }

  const pages = preparedInShapes(
    (db, shape: Shape<Sort, Name>, param: ParamsByName<string>) => {
      const { columns } = orders[shape.sort]
      const keys = columns.map((_, index) => param<string | number>(`key${index}`))
      const all = from(db, shape.sort)
        .where(within(shape.filters, (index) => param(`value${index}`)))
        .select(columns.map((column, index) => sql<string | number>`${sql.ref(column)}`.as(`key${index}`)))
      const page = shape.goesOn ? all.where(afterRow(columns, shape.direction, keys)) : all
      return columns
        .reduce((query, column) => query.orderBy(sql.ref(column), shape.direction), page)
        .limit(sql.lit(shape.rows))
    },
    (shape) => shape.filters.includes(scanning),
  )

  const readKeys = async (db: Db, filter: ListFilter<Name>, place: Place<Sort>): Promise<Keys[]> => {
    const { sort, direction, limit, after } = place
    const values = valuesOf(filter)
    const names = values.map(({ name }) => name)
    const shape = { sort, direction, filters: names, goesOn: after.length > 0, rows: rowsFor(limit) }
    const found = await pages(db, shape, {
      ...Object.fromEntries(values.map(({ value }, index) => [`value${index}`, value])),
      ...Object.fromEntries(after.map((key, index) => [`key${index}`, key])),
    })
    return found.map((row) => Object.values(row))
  }

  /** One page of several parts, merged. */
  const mergedPage = async (db: Db, { filters, others = [] }: Parts<Name>, request: ListRequest<Sort>) => {
    const place = placeOf(orders, request)
    const found = await Promise.all(filters.map((filter) => readKeys(db, filter, place)))
    return idsOf(mergeKeys(found, others, place), place)
  }

  return {
    mergedPage,

    /** One page of ids and the next cursor. Throws an AppError for a cursor of another order. */
    page: (db: Db, filter: ListFilter<Name>, request: ListRequest<Sort>) =>
      mergedPage(db, { filters: [filter] }, request),

    /** Counts the matching rows one by one, at most up to `most`. */
    async count(db: Db, filter: ListFilter<Name>, most?: number): Promise<number> {
      const values = valuesOf(filter)
      const matching = from(db).where(
        within(
          values.map(({ name }) => name),
          (index) => sql`${values[index]?.value}`,
        ),
      )
      if (most === undefined) {
        const { n } = await matching.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
        return n
      }
      const first = matching.select(sql.lit(1).as('one')).limit(sql.lit(most))
      const { n } = await db
        .selectFrom(first.as('counted'))
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return n
    },
  }
}
