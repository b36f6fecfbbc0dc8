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
import { afterCursor, afterRow, checkedKeys, type Direction, rowsFor } from './keyset.ts'
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

/** Everything that decides the SQL text of a page. */
interface Shape<Sort, Name> {
  sort: Sort
  direction: Direction
  filters: readonly Name[]
  goesOn: boolean
  rows: number
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

  return {
    /** One page of ids and the next cursor. Throws an AppError for a cursor of another order. */
    async page(
      db: Db,
      filter: ListFilter<Name>,
      { sort, direction = orders[sort].direction, limit, cursor }: ListRequest<Sort>,
    ): Promise<{ ids: string[]; nextCursor: string | null }> {
      const name = `${sort} ${direction}`
      const keys = cursor === undefined ? [] : checkedKeys(orders[sort].columns, decodeCursor(name, cursor))
      const values = valuesOf(filter)
      const shape = {
        sort,
        direction,
        filters: values.map(({ name }) => name),
        goesOn: cursor !== undefined,
        rows: rowsFor(limit),
      }
      const found = await pages(db, shape, {
        ...Object.fromEntries(values.map(({ value }, index) => [`value${index}`, value])),
        ...Object.fromEntries(keys.map((key, index) => [`key${index}`, key])),
      })
      const { rows, nextCursor } = pageOf(
        found.map((row) => Object.values(row)),
        limit,
        (last) => encodeCursor(name, last),
      )
      return { ids: rows.map((row) => String(row.at(-1))), nextCursor }
    },

    /** Counts the matching rows one by one. */
    async count(db: Db, filter: ListFilter<Name>): Promise<number> {
      const values = valuesOf(filter)
      const { n } = await from(db)
        .where(
          within(
            values.map(({ name }) => name),
            (index) => sql`${values[index]?.value}`,
          ),
        )
        .select(sql<number>`count(*)`.as('n'))
        .executeTakeFirstOrThrow()
      return n
    },
  }
}
