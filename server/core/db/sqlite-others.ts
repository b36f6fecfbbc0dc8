import { closeSync, openSync, readSync } from 'node:fs'
import type SQLite from 'better-sqlite3'

/** Of the index of the log (`lectern.db-shm`): its first header, which every commit of any process changes. */
const HEADER_BYTES = 48

/** Tells that another process wrote into the file. */
export interface OthersWrites {
  /**
   * A number that is another one after another connection committed something before this turn of the event loop: before
   * any request that was there when it came to its sockets could be sent.
   */
  count(): number
  close(): void
}

/**
 * SQLite itself says it, `pragma data_version`, in three calls of the system. Asked at every request that is a quarter of
 * an answer from memory; whether anybody committed at all is one look into memory that SQLite shares, once for all
 * requests that came together.
 */
export function watchOthersWrites(sqlite: SQLite.Database): OthersWrites {
  let asked: { version: SQLite.Statement<[], number>; index: number | undefined } | undefined
  let count = 0
  let known = Buffer.alloc(HEADER_BYTES)
  let found = Buffer.alloc(HEADER_BYTES)
  const isSame = (index: number | undefined) => {
    if (index === undefined || readSync(index, found, 0, HEADER_BYTES, 0) < HEADER_BYTES) return false
    if (found.equals(known)) return true
    const former = known
    known = found
    found = former
    return false
  }
  let isLooked = false
  const lookAgain = () => {
    isLooked = false
  }
  const begin = () => {
    const version = sqlite.prepare<[], number>('pragma data_version').pluck()
    count = version.get() ?? 0
    return { version, index: sqlite.memory ? undefined : openIndex(`${sqlite.name}-shm`) }
  }
  return {
    count() {
      if (isLooked) return count
      isLooked = true
      setImmediate(lookAgain)
      asked ??= begin()
      const { version, index } = asked
      if (!isSame(index)) count = version.get() ?? 0
      return count
    },
    close() {
      if (asked?.index !== undefined) closeSync(asked.index)
    },
  }
}

/** It is there as long as the file is open; without it SQLite is asked each time. */
function openIndex(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch {
    return undefined
  }
}
