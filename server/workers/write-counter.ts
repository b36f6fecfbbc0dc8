import { randomBytes } from 'node:crypto'
import { openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** More workers than these have no place in the tally. */
export const WORKERS_MAX = 64
/** Which file descriptor of every worker the tally is. */
export const TALLY_FILE = 4

const NUMBER_BYTES = 4
const COLUMN_BYTES = WORKERS_MAX * NUMBER_BYTES
const COLUMNS = { changes: 0, doubts: COLUMN_BYTES } as const

/** Of the primary, which hands it on to its workers: a file without a name, gone with the last of them. */
export function createTallyFile(): number {
  const path = join(tmpdir(), `lectern-${randomBytes(8).toString('hex')}`)
  const file = openSync(path, 'wx+', 0o600)
  writeSync(file, Buffer.alloc(2 * COLUMN_BYTES), 0, 2 * COLUMN_BYTES, 0)
  unlinkSync(path)
  return file
}

/** How often each worker did something that all must know at once. */
export interface Tally {
  /** Counted before this returns: whoever looks after it, in whichever process, sees it. */
  add(): void
  /** Whether others have added since it was last asked; of doubts, at first, whether there ever were any. */
  grew(): boolean
}

/**
 * One column of the tally as the worker with this number sees it. Each writes only its own figure and reads all of them,
 * which takes a microsecond or two and waits for no other process.
 */
export function openTally(file: number, column: keyof typeof COLUMNS, number: number): Tally {
  const start = COLUMNS[column]
  const own = number * NUMBER_BYTES
  let known = Buffer.alloc(COLUMN_BYTES)
  let found = Buffer.alloc(COLUMN_BYTES)
  readSync(file, known, 0, COLUMN_BYTES, start)
  // Who begins after a failure must not trust what came before it.
  let isNews = column === 'doubts' && known.some((byte) => byte !== 0)
  return {
    add() {
      known.writeUInt32LE((known.readUInt32LE(own) + 1) % 2 ** 32, own)
      writeSync(file, known, own, NUMBER_BYTES, start + own)
    },
    grew() {
      readSync(file, found, 0, COLUMN_BYTES, start)
      if (found.equals(known) && !isNews) return false
      isNews = false
      const former = known
      known = found
      found = former
      return true
    },
  }
}
