import { randomInt } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type ControlledTransaction,
  HandleEmptyInListsPlugin,
  Kysely,
  replaceWithNoncontingentExpression,
  type Transaction,
} from 'kysely'
import { isConnectionGone, isSerializationFailure } from './dialect.ts'
import { createLogSync, type FailedSyncs } from './log-sync.ts'
import { postgresDialect } from './postgres.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { openSqlite, openSqliteToRead } from './sqlite-file.ts'

/** The database or one of its transactions; queries accept either. */
export type Db = Kysely<Schema> | Transaction<Schema> | ControlledTransaction<Schema>

export type Database = Kysely<Schema>

export const DATABASE_FILE = 'lectern.db'

/** Opens (and creates) the SQLite file in `folder`. */
export function openDatabase(folder: string, failedSyncs?: FailedSyncs): Database {
  mkdirSync(folder, { recursive: true, mode: 0o750 })
  const path = join(folder, DATABASE_FILE)
  // SQLite's default mode lets every user of the machine read the file. Its log gets the mode of the file.
  closeSync(openSync(path, 'a', 0o640))
  return new Kysely<Schema>({
    dialect: sqliteDialect(openSqlite(path), createLogSync(`${path}-wal`, { failedSyncs })),
  })
}

/** The site's database: PostgreSQL when `DATABASE_URL` is set, else a file in the data folder. */
export interface DatabaseConfig {
  DATA_DIR: string
  DATABASE_URL?: string | undefined
  DATABASE_CA?: string | undefined
  DATABASE_CONNECTIONS: number
  DATABASE_TIMEOUT_MS: number
}

/** Opens the database of a serving site. On PostgreSQL no query waits longer than the timeout. */
export function openSiteDatabase(config: DatabaseConfig, failedSyncs?: FailedSyncs): Database {
  const { DATABASE_URL: url, DATABASE_CA: ca, DATABASE_CONNECTIONS: connections } = config
  if (url === undefined) return openDatabase(config.DATA_DIR, failedSyncs)
  return new Kysely<Schema>({
    dialect: postgresDialect({ url, ca, connections, timeoutMs: config.DATABASE_TIMEOUT_MS }),
    // SQLite accepts `in ()`, PostgreSQL does not.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
}

const TOOL_CONNECTIONS = 2

/** Opens the site's database for migrations and tools, without a timeout. */
export function openToolDatabase(config: DatabaseConfig): Database {
  return openSiteDatabase({
    ...config,
    DATABASE_CONNECTIONS: TOOL_CONNECTIONS,
    DATABASE_TIMEOUT_MS: 0,
  })
}

/** Opens the SQLite file read-only for tools, also while the site runs. Each transaction reads one snapshot. */
export function openDatabaseToRead(folder: string): Database {
  return new Kysely<Schema>({ dialect: sqliteDialect(openSqliteToRead(join(folder, DATABASE_FILE))) })
}

export function openSiteDatabaseToRead(config: DatabaseConfig): Database {
  return config.DATABASE_URL === undefined ? openDatabaseToRead(config.DATA_DIR) : openToolDatabase(config)
}

/** Runs an effect once the transaction is committed. */
export type AfterCommit = (effect: () => void) => void

/** A random pause keeps two transactions that conflicted from conflicting again at once. */
const RETRY_WITHIN_MS = 50
const RETRIES_AFTER_FAILED_SERIALIZATION = 3
const RETRIES_AFTER_LOST_CONNECTION = 1

function retriesAfter(error: unknown, isCommitting: boolean): number {
  if (isSerializationFailure(error)) return RETRIES_AFTER_FAILED_SERIALIZATION
  // The commit may have succeeded before the connection broke.
  return isConnectionGone(error) && !isCommitting ? RETRIES_AFTER_LOST_CONNECTION : 0
}

const effectsOf = new WeakMap<Db, (() => void)[]>()

/** Runs an effect once the transaction that `db` is has committed, never after a rollback; outside one at once. */
export function afterCommit(db: Db, effect: () => void): void {
  const effects = effectsOf.get(db)
  if (effects) effects.push(effect)
  else effect()
}

/**
 * Runs `work` in a transaction. Effects outside the database, such as events and cache invalidation, go through `after`:
 * they run after the commit and never after a rollback. `work` runs again when PostgreSQL aborts the transaction, and once
 * when the connection breaks. Inside a transaction, `work` becomes part of it.
 */
export async function transaction<Result>(
  db: Db,
  work: (trx: Db, after: AfterCommit) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db, (effect) => afterCommit(db, effect))
  let effects: (() => void)[] = []
  const result = await runWithRetry(db, (trx) => {
    effects = []
    effectsOf.set(trx, effects)
    return work(trx, (effect) => afterCommit(trx, effect))
  })
  for (const effect of effects) effect()
  return result
}

async function runWithRetry<Result>(db: Database, work: (trx: Db) => Promise<Result>): Promise<Result> {
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
