import { type ChildProcess, fork } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { damageOf, isDamaged } from './damaged.ts'
import { DATABASE_FILE } from './database.ts'
import { openSqlite } from './sqlite-file.ts'

/** A larger file is checked beside the running site: reading all of it would keep people waiting. */
const CHECKED_FIRST_BYTES = 64 * 1024 * 1024

const READING = fileURLToPath(new URL('./damage-process.ts', import.meta.url))
/** Of the process that reads a large one: it makes next to nothing. */
const READING_MEMORY = ['--max-semi-space-size=2', '--max-old-space-size=64']

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

/**
 * Reads a large database through in a process of its own, and says so once when it is damaged; gives that process, if
 * there is one. It ends with ours: nothing stops SQLite in a thread, and who wants to end would wait for the whole file.
 */
export async function watchForDamage(
  folder: string,
  found: (error: DamagedDatabase) => void,
): Promise<ChildProcess | undefined> {
  const path = join(folder, DATABASE_FILE)
  if ((await sizeOf(path)) <= CHECKED_FIRST_BYTES) return undefined
  const reading = fork(READING, [path], { execArgv: READING_MEMORY, stdio: 'ignore' })
  reading.unref()
  reading.channel?.unref()
  reading.on('message', (finding: unknown) => found(new DamagedDatabase(folder, String(finding))))
  // A check that could not be made says nothing about the database.
  reading.on('error', () => undefined)
  return reading
}
