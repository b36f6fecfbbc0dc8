import SQLite from 'better-sqlite3'
import { plannedOnce } from './sqlite-planning.ts'

const CACHED_STATEMENTS = 500
/** 16 MiB of log before SQLite copies it into the file: a page that changed often is copied once. */
const CHECKPOINT_PAGES = 4000

/**
 * Opens a file for the site. SQLite itself neither syncs at a commit nor waits for a lock, because both would stop the
 * thread that serves all requests. The dialect in sqlite.ts does both.
 */
export function openSqlite(source: string | Buffer): SQLite.Database {
  const sqlite = new SQLite(source)
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = NORMAL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 0')
  sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  sqlite.pragma('cache_size = -65536')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('trusted_schema = OFF')
  return sqlite
}

/** For tools that only read; the file must exist. A transaction reads one state of the database. */
export function openSqliteToRead(path: string): SQLite.Database {
  const sqlite = new SQLite(path, { readonly: true, fileMustExist: true })
  sqlite.pragma('cache_size = -65536')
  sqlite.pragma('trusted_schema = OFF')
  return sqlite
}

/** Kysely prepares every query anew; with cached statements a read takes a third of the time. */
export function cacheStatements(sqlite: SQLite.Database) {
  const statements = new Map<string, SQLite.Statement>()
  return {
    prepare(sql: string): SQLite.Statement {
      const cached = statements.get(sql)
      if (cached && !cached.busy) return cached
      const statement = sqlite.prepare(plannedOnce(sql))
      const [oldest] = statements.keys()
      if (statements.size >= CACHED_STATEMENTS && oldest !== undefined) statements.delete(oldest)
      statements.set(sql, statement)
      return statement
    },
    close: () => sqlite.close(),
  }
}

/** Counters that change with each write to the file. */
export interface Writes {
  /** Writes of other processes. */
  others: () => number
  /** Writes of this process, uncommitted ones too. */
  own: () => number
}

/** Queries SQLite once for each iteration of the event loop: one query takes a quarter of a cached reply's time. */
export function countWrites(sqlite: SQLite.Database): Writes & { count: () => void } {
  let own = 0
  let version: SQLite.Statement<[], number> | undefined
  let others: number | undefined
  return {
    count() {
      own += 1
    },
    own: () => own,
    others() {
      if (others === undefined) {
        version ??= sqlite.prepare<[], number>('pragma data_version').pluck()
        others = version.get() ?? 0
        setImmediate(() => {
          others = undefined
        })
      }
      return others
    },
  }
}
