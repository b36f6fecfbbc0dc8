import type { RawWriter } from './raw-writes.ts'
import { openPostgresWriter } from './raw-writes-postgres.ts'
import { openSqliteWriter } from './raw-writes-sqlite.ts'

/** Into the tables of the site in the folder `data`, or in the PostgreSQL of `database`. */
export function openRawWriter(data: string, database: string | undefined): Promise<RawWriter> {
  return database === undefined ? openSqliteWriter(data) : openPostgresWriter(data, database)
}
