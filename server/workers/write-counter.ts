import { randomBytes } from 'node:crypto'
import { openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The counter file has room for this many workers. */
export const WORKERS_MAX = 64
/** The file descriptor of the counter file in every worker. */
export const COUNTER_FILE = 4

const NUMBER_BYTES = 4
const COLUMN_BYTES = WORKERS_MAX * NUMBER_BYTES
const COLUMNS = { changes: 0, failedSyncs: COLUMN_BYTES } as const

/** Created by the primary and inherited by its workers. The file has no name, so it disappears with the last of them. */
export function createCounterFile(): number {
  const path = join(tmpdir(), `lectern-${randomBytes(8).toString('hex')}`)
  const file = openSync(path, 'wx+', 0o600)
  writeSync(file, Buffer.alloc(2 * COLUMN_BYTES), 0, 2 * COLUMN_BYTES, 0)
  unlinkSync(path)
  return file
}

/** Counts events that every worker must notice at once. */
export interface WriteCounter {
  /** Every process sees the new count as soon as this returns. */
  add(): void
  /** Whether others added since the last call. The first call for failed syncs tells whether there were any before. */
  grew(): boolean
}

/**
 * Opens one column of the file for the worker with this number. Each worker writes only its own count and reads all
 * counts, which takes a microsecond or two and needs no lock.
 */
export function openWriteCounter(file: number, column: keyof typeof COLUMNS, number: number): WriteCounter {
  const start = COLUMNS[column]
  const own = number * NUMBER_BYTES
  let known = Buffer.alloc(COLUMN_BYTES)
  let current = Buffer.alloc(COLUMN_BYTES)
  readSync(file, known, 0, COLUMN_BYTES, start)
  // A worker that starts after a failed sync must not trust earlier writes.
  let isNews = column === 'failedSyncs' && known.some((byte) => byte !== 0)
  return {
    add() {
      known.writeUInt32LE((known.readUInt32LE(own) + 1) % 2 ** 32, own)
      writeSync(file, known, own, NUMBER_BYTES, start + own)
    },
    grew() {
      readSync(file, current, 0, COLUMN_BYTES, start)
      if (current.equals(known) && !isNews) return false
      isNews = false
      const previous = known
      known = current
      current = previous
      return true
    },
  }
}
