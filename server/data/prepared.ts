import {
  type Compilable,
  type CompiledQuery,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './dialect.ts'
import { namePrepared } from './prepared-names.ts'

type Value = string | number
export type Values = Record<string, Value | readonly Value[]>

/** The names of what is given as one value, and of what is given as many texts or many numbers. */
type OneOf<Input> = { [Name in keyof Input]: Input[Name] extends Value ? Name : never }[keyof Input] & string
type ManyOf<Input> = { [Name in keyof Input]: Input[Name] extends Value ? never : Name }[keyof Input] & string

/** What is not known yet when a query is built. */
export interface Params<Input extends Values> {
  value<Name extends OneOf<Input>>(name: Name): RawBuilder<Input[Name]>
  /** Whether the column holds one of these texts: however many there are, they are one parameter. */
  among(column: string, name: ManyOf<Input>): RawBuilder<SqlBool>
  /** The texts as a table of one column, `value`, however many there will be. */
  texts(name: ManyOf<Input>): RawBuilder<unknown>
  /** The same of whole numbers. */
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
    among: (column: string, name: string): RawBuilder<SqlBool> =>
      postgres
        ? sql<SqlBool>`${sql.ref(column)} = any(${new Placeholder(name)}::text[])`
        : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${new Placeholder(name)}))`,
    texts: (name: string) => table(name, sql`text`),
    numbers: (name: string) => table(name, sql`int`),
  }
}

/** SQLite takes one text for many values. */
function bound(value: Values[string] | undefined, postgres: boolean) {
  return Array.isArray(value) && !postgres ? JSON.stringify(value) : value
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
 * A query of a hot path, built and put into words once for each engine and then only asked: building costs as much as
 * SQLite takes to find a row. `build` sees the names of what is given, so its shape cannot depend on the values.
 */
export function prepared<Input extends Values, Row>(
  build: Build<Input, Row>,
): (db: Db, values: Input) => Promise<Row[]> {
  const run = prepareOnce(build)
  return async (db, values) => (await run(db, values)).rows
}

/** Of what is asked, by name: itself, or its place in a query that is built once. */
export type ParamsByName<Name extends string> = <Type extends Value = string>(name: Name) => RawBuilder<Type>

interface Executable<Row> extends Compilable<Row> {
  execute: () => Promise<Row[]>
}

/**
 * The same for a query of several shapes: each is built when it is first asked for. `build` may look at `shape` and at nothing
 * else of what is asked, and of shapes there may only be a few hundred: all are kept, but for those that may take long.
 * They are built each time, so that PostgreSQL plans them for what is asked.
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

/** The same for what changes rows and gives none: how many it changed. */
export function preparedChange<Input extends Values>(
  build: Build<Input, unknown>,
): (db: Db, values: Input) => Promise<number> {
  const run = prepareOnce(build)
  return async (db, values) => Number((await run(db, values)).numAffectedRows)
}
