import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import {
  DATABASE_FILE,
  type Database,
  type DatabaseConfig,
  openDatabase,
  openSiteDatabase,
} from './data/database.ts'
import { isPostgres } from './data/dialect.ts'
import { migrate } from './data/migrate.ts'
import type { Schema } from './data/schema.ts'
import { sqliteDialect } from './data/sqlite.ts'
import { openSqlite } from './data/sqlite-file.ts'
import { TEMPLATE } from './test-postgres.ts'

/** Longer than any test waits for a busy machine. */
const PATIENCE_MS = 20_000

let template: Promise<Buffer> | undefined

/** A WAL file cannot be copied in memory, so the migrated template is made in memory once and copied for each test. */
async function migrated(): Promise<Buffer> {
  const sqlite = new SQLite(':memory:')
  await migrate(new Kysely<Schema>({ dialect: sqliteDialect(sqlite) }))
  return sqlite.serialize()
}

let maker: Promise<pg.Pool> | undefined

/** A pool of this process that creates and drops the databases of its tests. */
async function openMaker(address: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: address, max: 2, allowExitOnIdle: true })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

let next: Promise<string> | undefined

async function createCopy(pool: pg.Pool): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // A third of the time of the other strategy, on a server that syncs nothing.
  await pool.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  return name
}

/** Other tests need not wait for it, and a database that could not be dropped goes with the server. */
function dropLater(pool: pg.Pool, name: string): void {
  void pool.query(`drop database ${name} with (force)`).catch(() => undefined)
}

/**
 * A new migrated PostgreSQL database, dropped when the test ends; `undefined` where tests run on SQLite. The next one is
 * copied while the test runs.
 */
export async function copyOfTemplate(): Promise<string | undefined> {
  const address = inject('postgres')
  if (address === undefined) return undefined
  maker ??= openMaker(address)
  const pool = await maker
  const name = await (next ?? createCopy(pool))
  next = createCopy(pool)
  // A copy that fails fails the test that asks for it.
  next.catch(() => undefined)
  onTestFinished(() => dropLater(pool, name))
  return Object.assign(new URL(address), { pathname: `/${name}` }).href
}

export function databaseConfig(folder: string, address: string | undefined): DatabaseConfig {
  return {
    DATA_DIR: folder,
    DATABASE_URL: address,
    DATABASE_CONNECTIONS: 10,
    DATABASE_TIMEOUT_MS: PATIENCE_MS,
  }
}

/** A fresh, migrated database on the engine that these tests run on; on SQLite in memory, or in a file of `folder`. */
export async function openTestDatabase(folder: string, onDisk: boolean): Promise<Database> {
  const address = await copyOfTemplate()
  if (address !== undefined) return openSiteDatabase(databaseConfig(folder, address))
  template ??= migrated()
  const bytes = await template
  if (!onDisk) return new Kysely<Schema>({ dialect: sqliteDialect(openSqlite(bytes)) })
  await writeFile(join(folder, DATABASE_FILE), bytes)
  return openDatabase(folder)
}

/** Makes the database reject writes, as on a read-only disk. Returns a function that undoes it. */
export async function makeReadOnly(db: Database): Promise<() => Promise<void>> {
  if (!isPostgres(db)) {
    await sql`pragma query_only = on`.execute(db)
    return async () => {
      await sql`pragma query_only = off`.execute(db)
    }
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const pool = await maker
  if (!pool) throw new Error('There is no PostgreSQL.')
  const name = rows[0]?.name ?? ''
  /** Applies to new connections only, so the open ones are ended and the pool has to notice. */
  const set = async (mode: 'on' | 'off') => {
    await pool.query(`alter database ${name} set default_transaction_read_only = ${mode}`)
    await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    const isBack = () =>
      sql`select 1`.execute(db).then(
        () => true,
        () => false,
      )
    for (let tries = 0; tries < 20 && !(await isBack()); tries += 1);
  }
  await set('on')
  return () => set('off')
}
