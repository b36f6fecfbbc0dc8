import { closeSync, existsSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { together } from '../together.ts'
import { diskFailed } from './sqlite-file.ts'

/** Makes commits last through a power cut, away from the thread that answers; see docs/decisions/0013. */
export interface LogSync {
  /** How many commits wait for the disk at this moment. */
  readonly waiting: number
  /**
   * Resolves when all that was committed before the call is on the disk. Throws SQLITE_IOERR_FSYNC when the disk
   * failed: then nobody knows what it holds.
   */
  synced(): Promise<void>
  close(): Promise<void>
}

/**
 * Syncs SQLite's write-ahead log at `path` once for all who wait: while one sync runs, everybody who commits meanwhile
 * waits for the next one together. Once there, the log stays as long as the database is open.
 */
export function createLogSync(path: string, sync = promisify(fdatasync)): LogSync {
  let file: number | undefined
  let waiting = 0
  const { ask, settled } = together(begin)

  async function begin(): Promise<void> {
    // SQLite makes the log before it writes anything: without one there is nothing to sync.
    if (file === undefined && !existsSync(path)) return
    try {
      file ??= openSync(path, 'r+')
      await sync(file)
    } catch (cause) {
      throw diskFailed(cause)
    }
  }

  return {
    get waiting() {
      return waiting
    },
    async synced() {
      waiting += 1
      try {
        await ask()
      } finally {
        waiting -= 1
      }
    },
    async close() {
      await settled()
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
