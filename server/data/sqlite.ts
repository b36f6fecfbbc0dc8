import { setTimeout as wait } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryExecutorProvider,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'
import { codeOf } from './dialect.ts'
import { createLogSync, type LogSync } from './log-sync.ts'
import { cacheStatements, othersWritesReader } from './sqlite-file.ts'

/** At most this many writes wait for the disk or for another process. Further writes are rejected at once. */
const WAITING_WRITES_MAX = 64
/** How long a write waits for the write lock of another process, and its longest pause between two attempts. */
const BUSY_RETRY_MS = 5000
const BUSY_PAUSE_MAX_MS = 20
/** The value of `pragma synchronous` when SQLite does not sync its log at a commit. */
const NORMAL = 1

/** The driver has a lock of its own, and SQLite can roll back schema changes. */
class Adapter extends SqliteAdapter {
  readonly othersWrites: () => number
  constructor(othersWrites: () => number) {
    super()
    this.othersWrites = othersWrites
  }
  override get supportsMultipleConnections() {
    return true
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

/** A number that changes when another process writes to the SQLite file; `undefined` on PostgreSQL, which has none. */
export function othersWritesIn(db: QueryExecutorProvider): (() => number) | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof Adapter ? adapter.othersWrites : undefined
}

/**
 * Kysely's dialect with cached statements. Its single connection runs one statement or one transaction at a time. A write
 * resolves after a sync of the log; concurrent writes share one sync.
 */
export function sqliteDialect(
  sqlite: SQLite.Database,
  log: LogSync = createLogSync(`${sqlite.name}-wal`),
): Dialect {
  const prepare = cacheStatements(sqlite)
  const dialect = new SqliteDialect({ database: { prepare, close: () => sqlite.close() } })
  return {
    createDriver: () => createDriver(dialect.createDriver(), { sqlite, prepare, log }),
    createAdapter: () => new Adapter(othersWritesReader(sqlite)),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

interface File {
  sqlite: SQLite.Database
  prepare: ReturnType<typeof cacheStatements>
  log: LogSync
}

/** Kysely's driver with a lock around its connection, a sync after the lock, and retries while another process writes. */
function createDriver(stock: Driver, { sqlite, prepare, log }: File): Driver {
  const lock = createLock()
  let synchronous: SQLite.Statement<[], number> | undefined
  let retrying = 0
  /** What the holder of the lock has done. */
  let isTransaction = false
  let hasWritten = false

  /** Whether SQLite leaves the sync of the log to us. */
  function mustSync(): boolean {
    synchronous ??= sqlite.prepare<[], number>('pragma synchronous').pluck()
    return !sqlite.memory && synchronous.get() === NORMAL
  }

  /** No write may build on a log that the disk did not store. */
  function prepareToWrite(): void {
    if (log.waiting >= WAITING_WRITES_MAX)
      throw sqliteError('SQLITE_LOCKED', 'Too many writes wait for a slow disk.')
    if (!log.hasFailed()) return
    if (sqlite.prepare('pragma wal_checkpoint(truncate)').pluck().get() !== 0)
      throw sqliteError('SQLITE_BUSY', 'The disk failed. A checkpoint must succeed before the next write.')
    log.recover()
  }

  async function runOnce<Row>(connection: DatabaseConnection, query: CompiledQuery) {
    try {
      const { readonly } = prepare(query.sql)
      if (isTransaction && !sqlite.inTransaction)
        throw sqliteError('SQLITE_BUSY', 'SQLite aborted this transaction.')
      if (!(readonly || isTransaction)) prepareToWrite()
      const result = await connection.executeQuery<Row>(query)
      hasWritten ||= !readonly
      return result
    } catch (error) {
      if (/^SQLITE_IOERR.*FSYNC/.test(codeOf(error))) log.fail()
      throw error
    }
  }

  /** SQLite's busy timeout would block every request. This retry gives the lock to others during its pauses. */
  async function run<Row>(connection: DatabaseConnection, query: CompiledQuery) {
    const end = performance.now() + BUSY_RETRY_MS
    for (let pause = 1; ; pause = Math.min(2 * pause, BUSY_PAUSE_MAX_MS)) {
      try {
        return await runOnce<Row>(connection, query)
      } catch (error) {
        const isBusy = !isTransaction && codeOf(error).startsWith('SQLITE_BUSY')
        if (!isBusy || retrying >= WAITING_WRITES_MAX || performance.now() > end) throw error
      }
      const hadWritten = hasWritten
      hasWritten = false
      retrying += 1
      lock.release()
      await wait(pause)
      await lock.take()
      retrying -= 1
      hasWritten = hadWritten
    }
  }

  const open = (connection: DatabaseConnection): DatabaseConnection => ({
    executeQuery: (query) => run(connection, query),
    streamQuery(query, chunkSize) {
      if (!isTransaction) throw new Error('Rows are streamed inside a transaction.')
      return connection.streamQuery(query, chunkSize)
    },
  })

  return {
    init: (options) => stock.init(options),
    async acquireConnection(options) {
      await lock.take()
      return open(await stock.acquireConnection(options))
    },
    async beginTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
      isTransaction = true
    },
    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'))
      isTransaction = false
    },
    async rollbackTransaction(connection) {
      hasWritten = false
      if (sqlite.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
      isTransaction = false
    },
    /** Resolves when what the holder wrote survives a power cut; the next holder need not wait for that. */
    async releaseConnection() {
      const synced = hasWritten && mustSync() ? log.synced() : undefined
      isTransaction = false
      hasWritten = false
      lock.release()
      await synced
    },
    async destroy(options) {
      await log.close()
      await stock.destroy(options)
    },
  }
}

/** A lock that serves its callers in order. */
function createLock() {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    take(): Promise<void> {
      if (isTaken) return new Promise((resolve) => waiting.push(resolve))
      isTaken = true
      return Promise.resolve()
    },
    /** Passes the lock on without freeing it, so nobody overtakes the queue. */
    release(): void {
      const next = waiting.shift()
      if (next) next()
      else isTaken = false
    },
  }
}

function sqliteError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
