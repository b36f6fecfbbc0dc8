import { setTimeout as wait } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { createTurn } from './turn.ts'

/** How long a write waits for another process that holds the write lock. */
const PATIENCE_MS = 5000
const ASK_AGAIN_MS = 20
/** More than these do not wait for another process: they are refused at once. */
const WAITING_MAX = 64

/** An open SQLite file whose statements are kept. */
export interface SqliteFile {
  prepare(sql: string): SQLite.Statement
  readonly inTransaction: boolean
  close(): void
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function unavailable(message: string): Error {
  return Object.assign(new Error(message), { code: 'SQLITE_BUSY' })
}

function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY')
}

/** Another process has the write lock. SQLite's own waiting would stop every request; this only lets the write wait. */
function createPatience() {
  let waiting = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const end = performance.now() + PATIENCE_MS
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || waiting >= WAITING_MAX) throw error
    }
    waiting += 1
    try {
      return await askAgain(work, end)
    } finally {
      waiting -= 1
    }
  }
}

async function askAgain<Result>(work: () => Promise<Result>, end: number): Promise<Result> {
  while (true) {
    await wait(ASK_AGAIN_MS)
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
    }
  }
}

/** Runs statements and remembers whether the disk ever failed under a write. */
function createRunner(file: SqliteFile) {
  let distrusted = false

  /**
   * After a failed sync nobody knows what the disk holds. Nothing is written, and so nothing acknowledged, until all
   * that was committed has been written and synced anew.
   */
  function trustAgain(): void {
    if (!distrusted) return
    const [outcome] = file.prepare('pragma wal_checkpoint(truncate)').all()
    if (typeof outcome === 'object' && outcome && 'busy' in outcome && outcome.busy !== 0)
      throw unavailable('The disk failed; waiting to write everything anew.')
    distrusted = false
  }

  function run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row>
  function run(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    try {
      const statement = file.prepare(sql)
      if (!(statement.readonly || file.inTransaction)) trustAgain()
      if (statement.reader) return { rows: statement.all(parameters) }
      const { changes, lastInsertRowid } = statement.run(parameters)
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
    } catch (error) {
      if (/^SQLITE_IOERR(?!_(SHORT_)?READ)/.test(codeOf(error))) distrusted = true
      throw error
    }
  }
  return { run, trustAgain }
}

/** What one query, or one transaction, works with. */
interface Line extends DatabaseConnection {
  begin(): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/**
 * Kysely's SQLite driver lets everybody wait while one waits for the write lock; this one lets only writes wait, and
 * keeps a transaction that SQLite itself gave up from going on piece by piece.
 */
export function createSqliteDriver(file: SqliteFile): Driver {
  const turn = createTurn()
  const patiently = createPatience()
  const { run, trustAgain } = createRunner(file)
  const kindOf = (sql: string) => (file.prepare(sql).readonly ? 'read' : 'write')
  const lines = new WeakMap<DatabaseConnection, Line>()

  function createLine(): Line {
    let holding = false
    const stillOpen = () => {
      if (!file.inTransaction) throw unavailable('SQLite gave this transaction up.')
    }
    const inTurn = async <Result>(kind: 'read' | 'write', work: () => Result): Promise<Result> => {
      await turn.take(kind)
      try {
        return work()
      } finally {
        if (!holding) turn.give()
      }
    }
    const end = () => {
      holding = false
      turn.give()
    }
    return {
      async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
        if (!holding) return patiently(() => inTurn(kindOf(sql), () => run<Row>(sql, parameters)))
        stillOpen()
        return run<Row>(sql, parameters)
      },
      async *streamQuery<Row>({ sql, parameters }: CompiledQuery, chunkSize: number) {
        if (!holding) throw new Error('Rows are streamed inside a transaction.')
        const rows: Iterable<unknown> = file.prepare(sql).iterate(parameters)
        yield* inChunks<Row>(rows, chunkSize)
      },
      begin: () =>
        patiently(() =>
          inTurn('write', () => {
            trustAgain()
            run('begin immediate', [])
            holding = true
          }),
        ),
      async commit() {
        stillOpen()
        run('commit', [])
        end()
      },
      async rollback() {
        try {
          if (file.inTransaction) run('rollback', [])
        } finally {
          end()
        }
      },
    }
  }

  const lineOf = (connection: DatabaseConnection): Line => {
    const line = lines.get(connection)
    if (!line) throw new Error('This connection is not one of ours.')
    return line
  }

  return {
    init: async () => undefined,
    async acquireConnection() {
      const line = createLine()
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

function inChunks<Row>(rows: Iterable<unknown>, size: number): Generator<QueryResult<Row>>
function* inChunks(rows: Iterable<unknown>, size: number): Generator<QueryResult<unknown>> {
  let chunk: unknown[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < size) continue
    yield { rows: chunk }
    chunk = []
  }
  if (chunk.length > 0) yield { rows: chunk }
}
