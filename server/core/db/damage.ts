import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { damageOf, isDamaged } from './damaged.ts'
import { DATABASE_FILE } from './database.ts'
import { openSqlite } from './dialect.ts'

/** A larger file is checked beside the running site: reading all of it would keep people waiting. */
const CHECKED_FIRST_BYTES = 64 * 1024 * 1024

/** Of the thread that reads a large one: it makes next to nothing. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 }

/** What somebody who starts a site on a damaged database reads, in one line. */
export class DamagedDatabase extends Error {
  constructor(folder: string, finding: string) {
    super(
      `The database in ${folder} is damaged (${finding.replaceAll(/\s+/g, ' ').slice(0, 200)}). ` +
        'See how badly with "npm run doctor", or bring back a backup with "npm run restore -- <file> --force".',
    )
    this.name = 'DamagedDatabase'
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Throws DamagedDatabase for a file that should not be opened. A large one is only opened; see `watchForDamage`. */
export async function refuseDamaged(folder: string): Promise<void> {
  const path = join(folder, DATABASE_FILE)
  const size = await sizeOf(path)
  if (size === 0) return
  const finding = findingOf(path, size <= CHECKED_FIRST_BYTES)
  if (finding !== undefined) throw new DamagedDatabase(folder, finding)
}

function findingOf(path: string, whole: boolean): string | undefined {
  try {
    const sqlite = openSqlite(path)
    try {
      return whole ? damageOf(sqlite) : undefined
    } finally {
      sqlite.close()
    }
  } catch (error) {
    if (isDamaged(error) && error instanceof Error) return error.message
    throw error
  }
}

/** Reads a large database through in a thread of its own, and says so once when it is damaged. */
export async function watchForDamage(folder: string, found: (error: DamagedDatabase) => void): Promise<void> {
  const path = join(folder, DATABASE_FILE)
  if ((await sizeOf(path)) <= CHECKED_FIRST_BYTES) return
  const worker = new Worker(new URL('./damage-thread.ts', import.meta.url), {
    workerData: path,
    resourceLimits: THREAD_MEMORY,
  })
  worker.unref()
  worker.on('message', (finding: unknown) => found(new DamagedDatabase(folder, String(finding))))
  // A check that could not be made says nothing about the database.
  worker.on('error', () => undefined)
}
