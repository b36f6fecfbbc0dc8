import SQLite from 'better-sqlite3'

/** The functions of a prepared statement that a preload may change. */
export interface Statement {
  run: (...values: unknown[]) => unknown
  all: (...values: unknown[]) => unknown
}

/** Calls `change` for every statement that the server prepares. */
export function changeStatements(change: (sql: string, statement: Statement) => void): void {
  const prepare = SQLite.prototype.prepare
  Reflect.set(SQLite.prototype, 'prepare', function changed(this: SQLite.Database, sql: string) {
    const statement: Statement = Reflect.apply(prepare, this, [sql])
    change(sql, statement)
    return statement
  })
}
