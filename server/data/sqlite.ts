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
import { othersWritesReader, plannedOnce } from './sqlite-file.ts'

const CACHED_STATEMENTS = 500
/** At most this many writes wait for the disk or for another process. Further writes are rejected at once. */
const WAITING_WRITES_MAX = 64
/** How long a write waits for the write lock of another process, and its longest pause between two attempts. */
const BUSY_RETRY_MS = 5000
const BUSY_PAUSE_MAX_MS = 20
/** The value of `pragma synchronous` when SQLite does not sync its log at a commit. */
const NORMAL = 1

/** The driver has its own lock, and SQLite can roll back schema changes. */
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

/** Returns a cached `prepare`. Kysely prepares every query again; with cached statements a read takes a third of the time. */
function cacheStatements(sqlite: SQLite.Database): (sql: string) => SQLite.Statement {
  const statements = new Map<string, SQLite.Statement>()
  return (sql) => {
    const cached = statements.get(sql)
    if (cached && !cached.busy) return cached
    const statement = sqlite.prepare(plannedOnce(sql))
    const [oldest] = statements.keys()
    if (statements.size >= CACHED_STATEMENTS && oldest !== undefined) statements.delete(oldest)
    statements.set(sql, statement)
    return statement
  }
}

interface File {
  sqlite: SQLite.Database
  prepare: ReturnType<typeof cacheStatements>
  log: LogSync
}

interface Use {
  isTransaction: boolean
  hasWritten: boolean
}

/** Kysely's driver with a lock around its connection, and a sync of the log after the lock. */
function createDriver(stock: Driver, file: File): Driver {
  const { sqlite, log } = file
  const lock = createLock()
  const use: Use = { isTransaction: false, hasWritten: false }
  const retryWhileBusy = createBusyRetry(lock, use)
  const mustSync = syncRule(sqlite)
  const open = (connection: DatabaseConnection): DatabaseConnection => ({
    executeQuery: <Row>(query: CompiledQuery) =>
      retryWhileBusy(() => execute<Row>(file, use, { connection, query })),
    streamQuery(query, chunkSize) {
      if (!use.isTransaction) throw new Error('Rows are streamed inside a transaction.')
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
      use.isTransaction = true
    },
    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'))
      use.isTransaction = false
    },
    async rollbackTransaction(connection) {
      use.hasWritten = false
      if (sqlite.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
    },
    /** Resolves when what the holder wrote survives a power cut. The next holder need not wait for that. */
    async releaseConnection() {
      const synced = use.hasWritten && mustSync() ? log.synced() : undefined
      Object.assign(use, { isTransaction: false, hasWritten: false } satisfies Use)
      lock.release()
      await synced
    },
    async destroy(options) {
      await log.close()
      await stock.destroy(options)
    },
  }
}

interface Execution {
  connection: DatabaseConnection
  query: CompiledQuery
}

async function execute<Row>(file: File, use: Use, { connection, query }: Execution) {
  const { sqlite, prepare, log } = file
  try {
    const { readonly } = prepare(query.sql)
    if (use.isTransaction) rejectAborted(sqlite)
    else if (!readonly) prepareToWrite(file)
    const result = await connection.executeQuery<Row>(query)
    use.hasWritten ||= !readonly
    return result
  } catch (error) {
    if (/^SQLITE_IOERR.*FSYNC/.test(codeOf(error))) log.fail()
    throw error
  }
}

function rejectAborted(sqlite: SQLite.Database): void {
  if (!sqlite.inTransaction) throw sqliteError('SQLITE_BUSY', 'SQLite aborted this transaction.')
}

/** No write may build on a log that the disk did not store. */
function prepareToWrite({ sqlite, log }: File): void {
  if (log.waiting >= WAITING_WRITES_MAX)
    throw sqliteError('SQLITE_LOCKED', 'Too many writes wait for a slow disk.')
  if (!log.hasFailed()) return
  if (sqlite.prepare('pragma wal_checkpoint(truncate)').pluck().get() !== 0)
    throw sqliteError('SQLITE_BUSY', 'The disk failed. A checkpoint must succeed before the next write.')
  log.recover()
}

/** Tells whether SQLite leaves the sync of the log to us. */
function syncRule(sqlite: SQLite.Database): () => boolean {
  let synchronous: SQLite.Statement<[], number> | undefined
  return () => {
    synchronous ??= sqlite.prepare<[], number>('pragma synchronous').pluck()
    return !sqlite.memory && synchronous.get() === NORMAL
  }
}

/**
 * SQLite's busy timeout would block every request. This retry gives the lock to others during its pauses. A transaction
 * that has begun never waits for another process.
 */
function createBusyRetry(lock: Lock, use: Use) {
  let waiting = 0
  const mayWait = (error: unknown) =>
    !use.isTransaction && waiting < WAITING_WRITES_MAX && codeOf(error).startsWith('SQLITE_BUSY')
  const letOthers = async (pause: number) => {
    const { hasWritten } = use
    use.hasWritten = false
    waiting += 1
    lock.release()
    await wait(pause)
    await lock.take()
    waiting -= 1
    use.hasWritten = hasWritten
  }
  return async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
    const end = performance.now() + BUSY_RETRY_MS
    for (let pause = 1; ; pause = Math.min(2 * pause, BUSY_PAUSE_MAX_MS)) {
      try {
        return await attempt()
      } catch (error) {
        if (performance.now() > end || !mayWait(error)) throw error
      }
      await letOthers(pause)
    }
  }
}

type Lock = ReturnType<typeof createLock>

function createLock() {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    take(): Promise<void> {
      if (isTaken) return new Promise((resolve) => waiting.push(resolve))
      isTaken = true
      return Promise.resolve()
    },
    /** Passes the lock to the next in the queue without freeing it, so no other caller can take it first. */
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
