import {
  type Compilable,
  type CompiledQuery,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Db } from './database.ts'
import { isPostgres, namePrepared } from './dialect.ts'

type Value = string | number | Buffer | null
export type Values = Record<string, Value | readonly Value[]>

/** The names of parameters with one value, and of those with a list of texts or numbers. */
type OneOf<Input> = { [Name in keyof Input]: Input[Name] extends Value ? Name : never }[keyof Input] & string
type ManyOf<Input> = { [Name in keyof Input]: Input[Name] extends Value ? never : Name }[keyof Input] & string

/** The parameters of a query that is built before their values are known. */
export interface Params<Input extends Values> {
  value<Name extends OneOf<Input>>(name: Name): RawBuilder<Input[Name]>
  /** The row of an insert whose parameters are named like its columns. */
  row(columns: readonly OneOf<Input>[]): RawBuilder<unknown>
  /** Whether the column holds one of these texts. The list is one parameter. */
  among(column: string, name: ManyOf<Input>): RawBuilder<SqlBool>
  /** The texts as a table with one column, `value`. */
  texts(name: ManyOf<Input>): RawBuilder<unknown>
  numbers(name: ManyOf<Input>): RawBuilder<unknown>
}

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

function placeholdersOf(postgres: boolean) {
  const table = (name: string, type: RawBuilder<unknown>) =>
    postgres
      ? sql`unnest(${new Placeholder(name)}::${type}[]) as ${sql.id(name)} (value)`
      : sql`json_each(${new Placeholder(name)}) as ${sql.id(name)}`
  return {
    value: <T>(name: string): RawBuilder<T> => sql<T>`${new Placeholder(name)}`,
    row: (columns: readonly string[]): RawBuilder<unknown> =>
      sql`values (${sql.join(columns.map((column) => new Placeholder(column)))})`,
    among: (column: string, name: string): RawBuilder<SqlBool> =>
      postgres
        ? sql<SqlBool>`${sql.ref(column)} = any(${new Placeholder(name)}::text[])`
        : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${new Placeholder(name)}))`,
    texts: (name: string) => table(name, sql`text`),
    numbers: (name: string) => table(name, sql`int`),
  }
}

/** Binds a value. SQLite takes a list as one JSON text. */
function bound(value: Values[string] | undefined, postgres: boolean) {
  return Array.isArray(value) && !postgres ? JSON.stringify(value) : value
}

/** What an upsert sets: these columns to the values of the row that was not inserted. */
export function excluded(columns: readonly string[]): Record<string, RawBuilder<never>> {
  return Object.fromEntries(columns.map((column) => [column, sql<never>`excluded.${sql.id(column)}`]))
}

type Build<Input extends Values, Row> = (db: Db, params: Params<Input>) => Compilable<Row>

function prepareOnce<Input extends Values, Row>(build: Build<Input, Row>) {
  const compiledQueries = new Map<boolean, CompiledQuery<Row>>()
  const compiled = (db: Db, postgres: boolean) => {
    const query = build(db, placeholdersOf(postgres)).compile()
    compiledQueries.set(postgres, query)
    if (postgres) namePrepared(query.sql)
    return query
  }
  return (db: Db, values: Input): Promise<QueryResult<Row>> => {
    const postgres = isPostgres(db)
    const query = compiledQueries.get(postgres) ?? compiled(db, postgres)
    const parameters = query.parameters.map((each) =>
      each instanceof Placeholder ? bound(values[each.name], postgres) : each,
    )
    return db.executeQuery<Row>({ ...query, parameters })
  }
}

/**
 * A query of a hot path, built and compiled once for each engine, because building takes as long as SQLite needs to find a
 * row. `build` gets parameters instead of values, so the query cannot depend on the values.
 */
export function prepared<Input extends Values, Row>(
  build: Build<Input, Row>,
): (db: Db, values: Input) => Promise<Row[]> {
  const run = prepareOnce(build)
  return async (db, values) => (await run(db, values)).rows
}

/** Returns a parameter by name: its value, or its placeholder in a query that is built once. */
export type ParamsByName<Name extends string> = <Type extends Value = string>(name: Name) => RawBuilder<Type>

interface Executable<Row> extends Compilable<Row> {
  execute: () => Promise<Row[]>
}

/**
 * The same for a query with several shapes; each shape is built on first use. `build` may depend on `shape` only. There may
 * be a few hundred shapes, because all stay in memory. Shapes for which `takesLong` is true are built each time, so that
 * PostgreSQL plans them for the values.
 */
export function preparedInShapes<Shape extends object, Name extends string, Row>(
  build: (db: Db, shape: Shape, param: ParamsByName<Name>) => Executable<Row>,
  takesLong: (shape: Shape) => boolean,
): (db: Db, shape: Shape, values: Record<Name, Value>) => Promise<Row[]> {
  type Input = Record<Name, Value>
  const compiledQueries = new Map<string, (db: Db, values: Input) => Promise<Row[]>>()
  return (db, shape, values) => {
    if (takesLong(shape)) return build(db, shape, (name) => sql`${values[name]}`).execute()
    const key = JSON.stringify(shape)
    const run =
      compiledQueries.get(key) ??
      prepared<Input, Row>((from, placeholders) =>
        build(from, shape, (name) => sql`${placeholders.value(name)}`),
      )
    compiledQueries.set(key, run)
    return run(db, values)
  }
}

/** The same for a statement that changes rows; returns how many it changed. */
export function preparedChange<Input extends Values>(
  build: Build<Input, unknown>,
): (db: Db, values: Input) => Promise<number> {
  const run = prepareOnce(build)
  return async (db, values) => Number((await run(db, values)).numAffectedRows)
}
