import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { RunningApp } from './server.ts'

type Row = Record<string, string | number | null>

interface Copies {
  table: string
  /** The row to copy: one column and its value. */
  of: [column: string, value: string]
  count: number
  /** The values that differ from the copied row. The id always differs. */
  own?: (id: string, copy: number) => Row
}

interface Copier {
  /** Returns the ids of the copies. */
  copy: (copies: Copies) => string[]
  change: (table: string, id: string, values: Row) => void
}

/** Copies are older than all other rows, so that lists start with what a test published itself. */
const idOf = (copy: number) => copy.toString(16).padStart(24, '0')

function copierOf(db: Database.Database): Copier {
  return {
    copy: ({ table, of: [column, value], count, own = () => ({}) }) => {
      const row = db.prepare<string[], Row>(`SELECT * FROM ${table} WHERE ${column} = ?`).get(value)
      if (row === undefined) throw new Error(`Nothing to copy in ${table}.`)
      // Without generated columns.
      const columns = db.prepare<string[], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
      const places = columns.map((name) => `@${name}`)
      const insert = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`)
      const ids = Array.from({ length: count }, (_, copy) => idOf(copy + 1))
      for (const [copy, id] of ids.entries()) insert.run({ ...row, id, ...own(id, copy) })
      return ids
    },
    change: (table, id, values) => {
      const settings = Object.keys(values).map((name) => `${name} = @${name}`)
      db.prepare(`UPDATE ${table} SET ${settings.join(', ')} WHERE id = @id`).run({ ...values, id })
    },
  }
}

/** Copies rows directly in the database, because hundreds of uploads and sign-ups would take too long. */
export function multiply(app: Pick<RunningApp, 'dataDir'>, run: (copier: Copier) => void): void {
  const db = new Database(join(app.dataDir, 'lectern.db'))
  // The server writes at the same time, so take the lock first: a lock taken later does not wait for its turn.
  db.transaction(() => run(copierOf(db))).immediate()
  db.close()
}
