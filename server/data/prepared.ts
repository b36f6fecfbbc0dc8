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
type OneOf<Given> = { [Name in keyof Given]: Given[Name] extends Value ? Name : never }[keyof Given] & string
type ManyOf<Given> = { [Name in keyof Given]: Given[Name] extends Value ? never : Name }[keyof Given] & string

/** What is not known yet when a query is built. */
export interface Given<Asked extends Values> {
  value<Name extends OneOf<Asked>>(name: Name): RawBuilder<Asked[Name]>
  /** Whether the column holds one of these texts: however many there are, they are one parameter. */
  among(column: string, name: ManyOf<Asked>): RawBuilder<SqlBool>
  /** The texts as a table of one column, `value`, however many there will be. */
  texts(name: ManyOf<Asked>): RawBuilder<unknown>
  /** The same of whole numbers. */
  numbers(name: ManyOf<Asked>): RawBuilder<unknown>
}

class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

function holesOf(postgres: boolean) {
  const table = (name: string, type: RawBuilder<unknown>) =>
    postgres
      ? sql`unnest(${new Hole(name)}::${type}[]) as ${sql.id(name)} (value)`
      : sql`json_each(${new Hole(name)}) as ${sql.id(name)}`
  return {
    value: <T>(name: string): RawBuilder<T> => sql<T>`${new Hole(name)}`,
    among: (column: string, name: string): RawBuilder<SqlBool> =>
      postgres
        ? sql<SqlBool>`${sql.ref(column)} = any(${new Hole(name)}::text[])`
        : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${new Hole(name)}))`,
    texts: (name: string) => table(name, sql`text`),
    numbers: (name: string) => table(name, sql`int`),
  }
}

/** SQLite takes one text for many values. */
function filled(value: Values[string] | undefined, postgres: boolean) {
  return Array.isArray(value) && !postgres ? JSON.stringify(value) : value
}

type Build<Asked extends Values, Row> = (db: Db, given: Given<Asked>) => Compilable<Row>

function preparing<Asked extends Values, Row>(build: Build<Asked, Row>) {
  const made = new Map<boolean, CompiledQuery<Row>>()
  const compiled = (db: Db, postgres: boolean) => {
    const query = build(db, holesOf(postgres)).compile()
    made.set(postgres, query)
    if (postgres) namePrepared(query.sql)
    return query
  }
  return (db: Db, values: Asked): Promise<QueryResult<Row>> => {
    const postgres = isPostgres(db)
    const query = made.get(postgres) ?? compiled(db, postgres)
    const parameters = query.parameters.map((each) =>
      each instanceof Hole ? filled(values[each.name], postgres) : each,
    )
    return db.executeQuery<Row>({ ...query, parameters })
  }
}

/**
 * A query of a hot path, built and put into words once for each engine and then only asked: building costs as much as
 * SQLite takes to find a row. `build` sees the names of what is given, so its shape cannot depend on the values.
 */
export function prepared<Asked extends Values, Row>(
  build: Build<Asked, Row>,
): (db: Db, values: Asked) => Promise<Row[]> {
  const ask = preparing(build)
  return async (db, values) => (await ask(db, values)).rows
}

/** Of what is asked, by name: itself, or its place in a query that is built once. */
export type GivenByName<Name extends string> = <Type extends Value = string>(name: Name) => RawBuilder<Type>

interface CallInput<Row> extends Compilable<Row> {
  execute: () => Promise<Row[]>
}

/**
 * The same for a query of several shapes: each is built when it is first asked for. `build` may look at `shape` and at nothing
 * else of what is asked, and of shapes there may only be a few hundred: all are kept, but for those that may take long.
 * They are built each time, so that PostgreSQL plans them for what is asked.
 */
export function preparedInShapes<Shape extends object, Name extends string, Row>(
  build: (db: Db, shape: Shape, given: GivenByName<Name>) => CallInput<Row>,
  takesLong: (shape: Shape) => boolean,
): (db: Db, shape: Shape, values: Record<Name, Value>) => Promise<Row[]> {
  type Asked = Record<Name, Value>
  const made = new Map<string, (db: Db, values: Asked) => Promise<Row[]>>()
  return (db, shape, values) => {
    if (takesLong(shape)) return build(db, shape, (name) => sql`${values[name]}`).execute()
    const key = JSON.stringify(shape)
    const ask =
      made.get(key) ??
      prepared<Asked, Row>((from, holes) => build(from, shape, (name) => sql`${holes.value(name)}`))
    made.set(key, ask)
    return ask(db, values)
  }
}

/** The same for what changes rows and gives none: how many it changed. */
export function preparedChange<Asked extends Values>(
  build: Build<Asked, unknown>,
): (db: Db, values: Asked) => Promise<number> {
  const ask = preparing(build)
  return async (db, values) => Number((await ask(db, values)).numAffectedRows)
}
