import { type Compilable, type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './dialect.ts'

type Value = string | number | readonly string[]
type NamesOf<Values, Kind> = {
  [Name in keyof Values]: Values[Name] extends Kind ? Name : never
}[keyof Values]

/** What is not known yet when a query is built. */
export interface Given<Values extends Record<string, Value>> {
  value<Name extends NamesOf<Values, string | number> & string>(name: Name): RawBuilder<Values[Name]>
  /** Whether the column holds one of these texts: however many there are, they are one parameter. */
  among(column: string, name: NamesOf<Values, readonly string[]> & string): RawBuilder<SqlBool>
}

class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const holesFor = (postgres: boolean) => ({
  value: <T extends Value>(name: string): RawBuilder<T> => sql<T>`${new Hole(name)}`,
  among: (column: string, name: string): RawBuilder<SqlBool> =>
    postgres
      ? sql<SqlBool>`${sql.ref(column)} = any(${new Hole(name)}::text[])`
      : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${new Hole(name)}))`,
})

/**
 * A query of a hot path, built and put into words once for each engine and then only asked: building costs as much as
 * SQLite takes to find a row. `build` sees the names of what is given, so its shape cannot depend on the values.
 */
export function prepared<Values extends Record<string, Value>, Row>(
  build: (db: Db, given: Given<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const made = new Map<boolean, CompiledQuery<Row>>()
  return async (db, values) => {
    const postgres = isPostgres(db)
    const query = made.get(postgres) ?? build(db, holesFor(postgres)).compile()
    made.set(postgres, query)
    const filled = (value: Value | undefined) =>
      typeof value === 'object' && !postgres ? JSON.stringify(value) : value
    const parameters = query.parameters.map((each) =>
      each instanceof Hole ? filled(values[each.name]) : each,
    )
    const { rows } = await db.getExecutor().executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
