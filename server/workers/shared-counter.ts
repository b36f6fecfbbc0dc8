import { randomBytes } from 'node:crypto'
import { openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The counter file has room for this many workers. */
export const WORKERS_MAX = 64
/** The file descriptor of the counter file in every worker. */
export const COUNTER_FILE = 4

/** What is counted, and where the counts of all workers are in the file. */
const COUNTERS = { 'failed syncs': 0, writes: 1 }
const NUMBER_BYTES = 4
const BYTES = WORKERS_MAX * NUMBER_BYTES
const FILE_BYTES = BYTES * Object.keys(COUNTERS).length

/** Created by the primary and inherited by its workers. The file has no name, so it disappears with the last of them. */
export function createCounterFile(): number {
  const path = join(tmpdir(), `lectern-${randomBytes(8).toString('hex')}`)
  const file = openSync(path, 'wx+', 0o600)
  writeSync(file, Buffer.alloc(FILE_BYTES), 0, FILE_BYTES, 0)
  unlinkSync(path)
  return file
}

/** Counts what every worker must notice at once, which messages cannot promise. */
export interface SharedCounter {
  /** Every process sees the new count as soon as this returns. */
  add(): void
  /** Whether others added since the last call; at the first call, whether anyone ever did. */
  grew(): boolean
}

/** Each worker writes only its own count and reads all counts, which takes a microsecond or two and needs no lock. */
export function openSharedCounter(file: number, worker: number, what: keyof typeof COUNTERS): SharedCounter {
  const start = COUNTERS[what] * BYTES
  const own = worker * NUMBER_BYTES
  let known = Buffer.alloc(BYTES)
  let current = Buffer.alloc(BYTES)
  return {
    add() {
      readSync(file, known, own, NUMBER_BYTES, start + own)
      known.writeUInt32LE((known.readUInt32LE(own) + 1) % 2 ** 32, own)
      writeSync(file, known, own, NUMBER_BYTES, start + own)
    },
    grew() {
      readSync(file, current, 0, BYTES, start)
      const grew = !current.equals(known)
      const previous = known
      known = current
      current = previous
      return grew
    },
  }
}
