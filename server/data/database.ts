import { randomInt } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ControlledTransaction, Kysely, type Transaction } from 'kysely'
import { isConnectionGone, isSerializationFailure } from './dialect.ts'
import { createLogSync, type FailedSyncs } from './log-sync.ts'
import { postgresDialect } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { openSqlite, openSqliteToRead } from './sqlite-file.ts'

/** The database, or one transaction of it: a query takes either and does not care. */
export type Db = Kysely<Schema> | Transaction<Schema> | ControlledTransaction<Schema>

/** The database itself, which can begin transactions. */
export type Database = Kysely<Schema>

export const DATABASE_FILE = 'lectern.db'

/** Opens (and creates) the SQLite file in `folder`. */
export function openDatabase(folder: string, failedSyncs?: FailedSyncs): Database {
  mkdirSync(folder, { recursive: true, mode: 0o750 })
  const path = join(folder, DATABASE_FILE)
  // SQLite would let every user of the machine read it; its log gets the same rights as the file has.
  closeSync(openSync(path, 'a', 0o640))
  return new Kysely<Schema>({
    dialect: sqliteDialect(openSqlite(path), createLogSync(`${path}-wal`, { failedSyncs })),
  })
}

/** Where the site's rows are: in PostgreSQL when it has an address, else in a file of the data folder. */
export interface DatabaseConfig {
  DATA_DIR: string
  DATABASE_URL?: string | undefined
  DATABASE_CA?: string | undefined
  DATABASE_CONNECTIONS: number
  DATABASE_TIMEOUT_MS: number
}

/** The database of a site that is to serve people: on PostgreSQL nobody waits longer than the timeout. */
export function openSiteDatabase(config: DatabaseConfig, failedSyncs?: FailedSyncs): Database {
  const { DATABASE_URL: url, DATABASE_CA: ca, DATABASE_CONNECTIONS: connections } = config
  if (url === undefined) return openDatabase(config.DATA_DIR, failedSyncs)
  return new Kysely<Schema>({
    dialect: postgresDialect({ url, ca, connections, timeoutMs: config.DATABASE_TIMEOUT_MS }),
  })
}

const CONNECTIONS_OF_A_TOOL = 2

/** The same for migrations and for tools, which have the time that their work takes. */
export function openToolDatabase(config: DatabaseConfig): Database {
  return openSiteDatabase({
    ...config,
    DATABASE_CONNECTIONS: CONNECTIONS_OF_A_TOOL,
    DATABASE_TIMEOUT_MS: 0,
  })
}

/** For tools that look and change nothing, also while the site runs. Each transaction reads one moment. */
export function openDatabaseToRead(folder: string): Database {
  return new Kysely<Schema>({ dialect: sqliteDialect(openSqliteToRead(join(folder, DATABASE_FILE))) })
}

/** The same on either engine. */
export function openSiteDatabaseToRead(config: DatabaseConfig): Database {
  return config.DATABASE_URL === undefined ? openDatabaseToRead(config.DATA_DIR) : openToolDatabase(config)
}

type AfterCommit = (effect: () => void) => void

/** Two transactions that gave way to each other must not meet again at once. */
const RETRY_WITHIN_MS = 50
const RETRIES_AFTER_FAILED_SERIALIZATION = 3
const RETRIES_AFTER_LOST_CONNECTION = 1

function retriesAfter(error: unknown, isCommitting: boolean): number {
  if (isSerializationFailure(error)) return RETRIES_AFTER_FAILED_SERIALIZATION
  // A commit whose connection broke may have happened.
  return isConnectionGone(error) && !isCommitting ? RETRIES_AFTER_LOST_CONNECTION : 0
}

/**
 * All of `work` or none of it. What the world may only hear once it is true (events, caches) goes through `after` and
 * runs after the commit, never after a rollback. Where PostgreSQL gave the transaction up, and once where its
 * connection broke, `work` starts again from its beginning. Inside a transaction it is part of that one.
 */
export async function transaction<Result>(
  db: Db,
  work: (trx: Db, after: AfterCommit) => Promise<Result>,
): Promise<Result> {
  let effects: (() => void)[] = []
  const after: AfterCommit = (effect) => effects.push(effect)
  const result = db.isTransaction
    ? await work(db, after)
    : await retried(db, (trx) => {
        effects = []
        return work(trx, after)
      })
  for (const effect of effects) effect()
  return result
}

async function retried<Result>(db: Database, work: (trx: Db) => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    let isCommitting = false
    try {
      return await db.transaction().execute(async (trx) => {
        const result = await work(trx)
        isCommitting = true
        return result
      })
    } catch (error) {
      if (tries >= retriesAfter(error, isCommitting)) throw error
    }
    await wait(randomInt(RETRY_WITHIN_MS))
  }
}
