import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { type ControlledTransaction, Kysely, type Transaction } from 'kysely'
import { openSqlite, openSqliteToRead, sqliteDialect } from './dialect.ts'
import type { Schema } from './schema.ts'

/** The database, or one transaction of it: a query takes either and does not care. */
export type Db = Kysely<Schema> | Transaction<Schema> | ControlledTransaction<Schema>

/** The database itself, which can begin transactions. */
export type Database = Kysely<Schema>

export const DATABASE_FILE = 'lectern.db'

/** Opens (and creates) the SQLite file in `folder`, or a database from bytes or ':memory:' for tests. */
export function openDatabase(folder: string): Database {
  mkdirSync(folder, { recursive: true, mode: 0o750 })
  const path = join(folder, DATABASE_FILE)
  // SQLite would let every user of the machine read it; its log gets the same rights as the file has.
  closeSync(openSync(path, 'a', 0o640))
  return new Kysely<Schema>({ dialect: sqliteDialect(openSqlite(path)) })
}

/** For tools that look and change nothing, also while the site runs. Each transaction reads one moment. */
export function openDatabaseToRead(folder: string): Database {
  return new Kysely<Schema>({ dialect: sqliteDialect(openSqliteToRead(join(folder, DATABASE_FILE))) })
}

type AfterCommit = (effect: () => void) => void

/**
 * All of `work` or none of it. What the world may only hear once it is true (events, caches) goes through `after` and
 * runs after the commit, never after a rollback.
 */
export async function transaction<Result>(
  db: Db,
  work: (trx: Db, after: AfterCommit) => Promise<Result>,
): Promise<Result> {
  const effects: (() => void)[] = []
  const result = await db.transaction().execute((trx) => work(trx, (effect) => effects.push(effect)))
  for (const effect of effects) effect()
  return result
}
