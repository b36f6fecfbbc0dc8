import SQLite from 'better-sqlite3'

/** What a preload may change of a prepared statement. */
export interface Statement {
  run: (...values: unknown[]) => unknown
  all: (...values: unknown[]) => unknown
}

/** Lets `change` have its way with every statement that the server prepares. */
export function changeStatements(change: (sql: string, statement: Statement) => void): void {
  const prepare = SQLite.prototype.prepare
  Reflect.set(SQLite.prototype, 'prepare', function changed(this: SQLite.Database, sql: string) {
    const statement: Statement = Reflect.apply(prepare, this, [sql])
    change(sql, statement)
    return statement
  })
}
