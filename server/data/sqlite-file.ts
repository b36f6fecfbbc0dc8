import SQLite from 'better-sqlite3'

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

/**
 * SQLite plans a statement again at each execution when the plan may depend on the value of a parameter, and as every
 * execution ends by clearing all parameters, it does so even where the value stays the same. `limit ?`, and since 3.54
 * `= ?` in a join, are such parameters: planning took two thirds to nine tenths of a read. The hint changes no result and
 * forbids no index; the planner just ignores the value.
 */
export function plannedOnce(sql: string): string {
  return sql.replace(/(?<=[=<>] |\bin \(|\blimit )\?/gi, 'likely(?)')
}

/**
 * Returns a number that changes with each write of another process to the file. Asks SQLite once for each iteration of the
 * event loop, because one question takes a quarter of a cached reply's time.
 */
export function othersWritesReader(sqlite: SQLite.Database): () => number {
  let version: SQLite.Statement<[], number> | undefined
  let current: number | undefined
  return () => {
    if (current === undefined) {
      version ??= sqlite.prepare<[], number>('pragma data_version').pluck()
      current = version.get() ?? 0
      setImmediate(() => {
        current = undefined
      })
    }
    return current
  }
}
