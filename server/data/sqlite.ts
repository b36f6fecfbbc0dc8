import { setTimeout as wait } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryExecutorProvider,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'
import { codeOf } from './dialect.ts'
import { createLogSync, type LogSync } from './log-sync.ts'
import { cacheStatements, countWrites, type Writes } from './sqlite-file.ts'

/** At most this many writes wait for the disk or for another process. Further writes are rejected at once. */
const WAITING_WRITES_MAX = 64
/** How long a write waits for the write lock of another process, and its longest pause between two attempts. */
const BUSY_RETRY_MS = 5000
const BUSY_PAUSE_MAX_MS = 20
/** The value of `pragma synchronous` when SQLite does not sync its log at a commit. */
const NORMAL = 1

/** Our connections share a mutex, and SQLite can roll back schema changes. */
class Adapter extends SqliteAdapter {
  readonly writes: Writes
  constructor(writes: Writes) {
    super()
    this.writes = writes
  }
  override get supportsMultipleConnections() {
    return true
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

/** The write counters of a SQLite file; `undefined` on PostgreSQL, which has none. */
export function writesIn(db: QueryExecutorProvider): Writes | undefined {
  const { adapter } = db.getExecutor()
  return adapter instanceof Adapter ? adapter.writes : undefined
}

/**
 * Kysely's dialect with cached statements. Its single connection runs one statement or one transaction at a time. A write
 * resolves after a sync of the log; concurrent writes share one sync.
 */
export function sqliteDialect(
  sqlite: SQLite.Database,
  log: LogSync = createLogSync(`${sqlite.name}-wal`),
): Dialect {
  const file = openFile(sqlite, log)
  const dialect = new SqliteDialect({ database: file })
  const { open, begin, commit, rollback } = createConnections(file)
  const createDriver = (): Driver => {
    const driver = dialect.createDriver()
    return {
      init: (options) => driver.init(options),
      acquireConnection: async (options) => open(await driver.acquireConnection(options)),
      releaseConnection: async () => undefined,
      beginTransaction: begin,
      commitTransaction: commit,
      rollbackTransaction: rollback,
      async destroy(options) {
        await log.close()
        await driver.destroy(options)
      },
    }
  }
  return {
    createDriver,
    createAdapter: () => new Adapter(file.writes),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** An open file, with the checks before and after each write. */
function openFile(sqlite: SQLite.Database, log: LogSync) {
  let synchronous: SQLite.Statement<[], number> | undefined
  return {
    ...cacheStatements(sqlite),
    writes: countWrites(sqlite),
    isInTransaction: () => sqlite.inTransaction,
    /** No write may build on a log that the disk did not store. */
    prepareToWrite(): void {
      if (log.waiting >= WAITING_WRITES_MAX)
        throw sqliteError('SQLITE_LOCKED', 'Too many writes wait for a slow disk.')
      if (!log.hasFailed()) return
      if (sqlite.prepare('pragma wal_checkpoint(truncate)').pluck().get() !== 0)
        throw sqliteError('SQLITE_BUSY', 'The disk failed. A checkpoint must succeed before the next write.')
      log.recover()
    },
    async run<Result>(work: () => Result): Promise<Awaited<Result>> {
      try {
        return await work()
      } catch (error) {
        if (/^SQLITE_IOERR.*FSYNC/.test(codeOf(error))) log.fail()
        throw error
      }
    },
    /** Resolves when every commit before the call survives a power cut. */
    async synced(): Promise<void> {
      synchronous ??= sqlite.prepare<[], number>('pragma synchronous').pluck()
      if (!sqlite.memory && synchronous.get() === NORMAL) await log.synced()
    },
  }
}

type File = ReturnType<typeof openFile>

/** Creates connections that share the only one that Kysely opens, one at a time. */
function createConnections(file: File) {
  const { prepare, run } = file
  const lock = createMutex()
  const retryWhileBusy = createBusyRetry()
  /** The locks that open transactions hold. */
  const locks = new WeakMap<DatabaseConnection, Disposable>()

  async function executeAlone<Row>(kysely: DatabaseConnection, query: CompiledQuery) {
    const { readonly } = prepare(query.sql)
    const { result, durable } = await retryWhileBusy(async () => {
      using _lock = await lock()
      if (!readonly) {
        file.prepareToWrite()
        // Counted before the write, so that a later reader sees a new count and reads the new rows.
        file.writes.count()
      }
      const result = await run(() => kysely.executeQuery<Row>(query))
      return { result, durable: readonly ? undefined : file.synced() }
    })
    await durable
    return result
  }

  function checkOpen(): void {
    if (!file.isInTransaction()) throw sqliteError('SQLITE_BUSY', 'SQLite aborted this transaction.')
  }

  function end(connection: DatabaseConnection): void {
    locks.get(connection)?.[Symbol.dispose]()
    locks.delete(connection)
  }

  return {
    open(kysely: DatabaseConnection): DatabaseConnection {
      const connection: DatabaseConnection = {
        async executeQuery<Row>(query: CompiledQuery) {
          if (!locks.has(connection)) return executeAlone<Row>(kysely, query)
          checkOpen()
          if (!prepare(query.sql).readonly) file.writes.count()
          return run(() => kysely.executeQuery<Row>(query))
        },
        streamQuery(query, chunkSize) {
          if (!locks.has(connection)) throw new Error('Rows are streamed inside a transaction.')
          return kysely.streamQuery(query, chunkSize)
        },
      }
      return connection
    },
    begin: (connection: DatabaseConnection) =>
      retryWhileBusy(async () => {
        const held = await lock()
        try {
          file.prepareToWrite()
          await run(() => prepare('begin immediate').run())
          locks.set(connection, held)
        } catch (error) {
          held[Symbol.dispose]()
          throw error
        }
      }),
    async commit(connection: DatabaseConnection) {
      checkOpen()
      await run(() => prepare('commit').run())
      const durable = file.synced()
      end(connection)
      await durable
    },
    async rollback(connection: DatabaseConnection) {
      // After a commit whose sync failed, the open transaction belongs to another connection.
      if (!locks.has(connection)) return
      try {
        if (file.isInTransaction()) await run(() => prepare('rollback').run())
      } finally {
        end(connection)
      }
    },
  }
}

/** A mutex that serves its callers in order. */
function createMutex(): () => Promise<Disposable> {
  let last: Promise<void> | undefined
  return async () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    return { [Symbol.dispose]: resolve }
  }
}

/** SQLite's busy timeout would block every request. This retry delays the write only. */
function createBusyRetry() {
  let waiting = 0
  return async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
    const end = performance.now() + BUSY_RETRY_MS
    for (let pause = 1; ; pause = Math.min(2 * pause, BUSY_PAUSE_MAX_MS)) {
      try {
        return await attempt()
      } catch (error) {
        const isBusy = codeOf(error).startsWith('SQLITE_BUSY')
        if (!isBusy || waiting >= WAITING_WRITES_MAX || performance.now() > end) throw error
      }
      waiting += 1
      await wait(pause)
      waiting -= 1
    }
  }
}

function sqliteError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
