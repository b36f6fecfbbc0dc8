import type { DatabaseConnection, Driver } from 'kysely'
import type { Line } from './direct.ts'
import type { SqliteFile } from './sqlite-file.ts'

/**
 * Kysely's SQLite driver lets everybody wait while one waits for the write lock or for the disk; this one lets only
 * writes wait, and keeps a transaction that SQLite itself gave up from going on piece by piece.
 */
export function createSqliteDriver(file: SqliteFile, open: () => Line): Driver {
  const lines = new WeakMap<DatabaseConnection, Line>()
  const lineOf = (connection: DatabaseConnection): Line => {
    const line = lines.get(connection)
    if (!line) throw new Error('This connection is not one of ours.')
    return line
  }

  return {
    init: async () => undefined,
    async acquireConnection() {
      const line = open()
      lines.set(line, line)
      return line
    },
    releaseConnection: async () => undefined,
    beginTransaction: (connection) => lineOf(connection).begin(),
    commitTransaction: (connection) => lineOf(connection).commit(),
    rollbackTransaction: (connection) => lineOf(connection).rollback(),
    destroy: async () => file.close(),
  }
}
