import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { isPostgres } from './dialect.ts'

type Value = string | number

/** What is not known yet when a query is built. */
export interface Given<Values extends Record<string, Value>> {
  value<Name extends keyof Values & string>(name: Name): RawBuilder<Values[Name]>
}

class Hole {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const holes = {
  value: <T extends Value>(name: string): RawBuilder<T> => sql<T>`${new Hole(name)}`,
}

/**
 * A query of a hot path, built and put into words once for each engine and then only asked: building costs as much as
 * SQLite takes to find a row. `build` sees the names of what is given, so its shape cannot depend on the values.
 */
export function prepared<Values extends Record<string, Value>, Row>(
  build: (db: Db, given: Given<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const made = new Map<boolean, CompiledQuery<Row>>()
  return async (db, values) => {
    const engine = isPostgres(db)
    const query = made.get(engine) ?? build(db, holes).compile()
    made.set(engine, query)
    const parameters = query.parameters.map((each) => (each instanceof Hole ? values[each.name] : each))
    const { rows } = await db.getExecutor().executeQuery<Row>({ ...query, parameters })
    return rows
  }
}
