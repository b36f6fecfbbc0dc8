import { randomInt } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ControlledTransaction, Kysely, type Transaction } from 'kysely'
import { inTransaction, isGivenWay } from './dialect.ts'
import { createLogSync, type FailedSyncs } from './log-sync.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { wasCutOff } from './postgres-line.ts'
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
export interface DatabasePlace {
  DATA_DIR: string
  DATABASE_URL?: string | undefined
  DATABASE_CA?: string | undefined
  DATABASE_CONNECTIONS: number
  DATABASE_TIMEOUT_MS: number
}

/** The database of a site that is to serve people: on PostgreSQL nobody waits longer than the timeout. */
export function openSiteDatabase(place: DatabasePlace, failedSyncs?: FailedSyncs): Database {
  const { DATABASE_URL: url, DATABASE_CA: ca, DATABASE_CONNECTIONS: connections } = place
  if (url === undefined) return openDatabase(place.DATA_DIR, failedSyncs)
  return new Kysely<Schema>({
    dialect: postgresDialect({ url, ca, connections, timeoutMs: place.DATABASE_TIMEOUT_MS }),
  })
}

const CONNECTIONS_OF_A_TOOL = 2

/** The same for migrations and for tools, which have the time that their work takes. */
export function openToolDatabase(place: DatabasePlace): Database {
  return openSiteDatabase({
    ...place,
    DATABASE_CONNECTIONS: CONNECTIONS_OF_A_TOOL,
    DATABASE_TIMEOUT_MS: 0,
  })
}

/** For tools that look and change nothing, also while the site runs. Each transaction reads one moment. */
export function openDatabaseToRead(folder: string): Database {
  return new Kysely<Schema>({ dialect: sqliteDialect(openSqliteToRead(join(folder, DATABASE_FILE))) })
}

/** The same on either engine. */
export function openDatabaseToLook(place: DatabasePlace): Database {
  return place.DATABASE_URL === undefined ? openDatabaseToRead(place.DATA_DIR) : openToolDatabase(place)
}

type AfterCommit = (effect: () => void) => void

/** Two that gave way to each other must not meet again at once. */
const APART_MS = 50
const GIVING_WAY_MAX = 3

function whyAgain(error: unknown): 'givenWay' | 'cutOff' | undefined {
  if (isGivenWay(error)) return 'givenWay'
  return wasCutOff(error) ? 'cutOff' : undefined
}

/**
 * What changes nothing more when it is done twice, done again where PostgreSQL gave way to another transaction, and once
 * where it was cut off.
 */
export async function withSecondChance<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const chances = { givenWay: GIVING_WAY_MAX, cutOff: 1 }
  while (true) {
    try {
      return await attempt()
    } catch (error) {
      const why = whyAgain(error)
      if (why === undefined || chances[why] === 0) throw error
      chances[why] -= 1
    }
    await wait(randomInt(APART_MS))
  }
}

/**
 * All of `work` or none of it. What the world may only hear once it is true (events, caches) goes through `after` and
 * runs after the commit, never after a rollback. Where PostgreSQL gave way to another transaction, and once where it
 * was cut off before the commit was sent, `work` is done again from its beginning: nothing is kept of the first time. Inside a transaction it is part of that one.
 */
export async function transaction<Result>(
  db: Db,
  work: (trx: Db, after: AfterCommit) => Promise<Result>,
): Promise<Result> {
  let effects: (() => void)[] = []
  const attempt = () => {
    effects = []
    const after: AfterCommit = (effect) => effects.push(effect)
    return db.isTransaction ? work(db, after) : inTransaction(db, (trx) => work(trx, after))
  }
  const result = db.isTransaction ? await attempt() : await withSecondChance(attempt)
  for (const effect of effects) effect()
  return result
}
