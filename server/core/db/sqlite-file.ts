import type SQLite from 'better-sqlite3'

/** An open SQLite file whose statements are kept. */
export interface SqliteFile {
  prepare(sql: string): SQLite.Statement
  /** The same for who asks for its rows one by one: nobody else is handed this statement. */
  prepareAlone(sql: string): SQLite.Statement
  readonly inTransaction: boolean
  /** Hears of each statement that may write, before it does. */
  wrote(): void
  /** How many commits wait for the disk. */
  readonly waitingForDisk: number
  /** Resolves when what was committed before the call survives a power cut. */
  synced(): Promise<void>
  /** What other processes with the same file found out about the disk. */
  readonly doubts?: Doubts | undefined
  close(): Promise<void>
}

/** Failures of the disk under the log, which is every process's. */
export interface Doubts {
  /** Known to all before this returns. */
  add(): void
  /** Whether another process has added since it was last asked. */
  grew(): boolean
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Somebody else has what this needs; asking again a little later may help. */
export function unavailable(message: string): Error {
  return Object.assign(new Error(message), { code: 'SQLITE_BUSY' })
}

/** What was committed may not last. */
export function diskFailed(cause?: unknown): Error {
  return Object.assign(new Error('The disk did not keep the log.', { cause }), { code: 'SQLITE_IOERR_FSYNC' })
}

export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY')
}
