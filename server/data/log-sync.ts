import { closeSync, existsSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** Tells the other processes with the same database file that a sync of its log failed. */
export interface FailedSyncs {
  /** Every process knows before this returns. */
  add(): void
  /** Whether another process has added since the last call. */
  grew(): boolean
}

/** Makes commits last through a power cut, away from the thread that answers; see docs/decisions/0013. */
export interface LogSync {
  readonly waiting: number
  /** Whether a sync failed, here or in another process, and no checkpoint has succeeded since. */
  hasFailed(): boolean
  /** Call this when SQLite's own sync failed. */
  fail(): void
  /** Call this after a checkpoint wrote and synced the whole log. */
  recover(): void
  /**
   * Resolves when everything that was committed before the call is on the disk. Rejects with SQLITE_IOERR_FSYNC when
   * this sync failed, or when an earlier part of the log may be missing.
   */
  synced(): Promise<void>
  close(): Promise<void>
}

interface LogSyncOptions {
  sync?: (file: number) => Promise<void>
  failedSyncs?: FailedSyncs | undefined
}

/** Syncs SQLite's write-ahead log at `path`, which stays the same file for as long as the database is open. */
export function createLogSync(
  path: string,
  { sync = promisify(fdatasync), failedSyncs }: LogSyncOptions = {},
): LogSync {
  let file: number | undefined
  let waiting = 0
  let failed = false
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  async function syncOnce(): Promise<void> {
    // SQLite creates the log before its first write: without one there is nothing to sync.
    if (file === undefined && !existsSync(path)) return
    file ??= openSync(path, 'r+')
    await sync(file)
  }

  /** Commits during one sync share the next one, because the running one may have begun before them. */
  async function nextSync(): Promise<void> {
    await Promise.allSettled([running])
    next = undefined
    running = syncOnce()
    return running
  }

  function hasFailed(): boolean {
    if (failedSyncs?.grew()) failed = true
    return failed
  }

  function fail(): void {
    if (!failed) failedSyncs?.add()
    failed = true
  }

  return {
    get waiting() {
      return waiting
    },
    hasFailed,
    fail,
    recover() {
      failed = false
    },
    async synced() {
      waiting += 1
      try {
        next ??= nextSync()
        await next
      } catch (cause) {
        fail()
        throw syncFailed(cause)
      } finally {
        waiting -= 1
      }
      if (hasFailed()) throw syncFailed()
    },
    async close() {
      await Promise.allSettled([running, next])
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

function syncFailed(cause?: unknown): Error {
  return Object.assign(new Error('The disk did not keep the log.', { cause }), { code: 'SQLITE_IOERR_FSYNC' })
}
