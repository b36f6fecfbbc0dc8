import { type ChildProcess, fork } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DATABASE_FILE } from './database.ts'
import { damageOf, isDamaged } from './integrity.ts'
import { openSqlite } from './sqlite-file.ts'

/** A larger file is checked while the site runs, because reading all of it would delay the start. */
const CHECKED_FIRST_BYTES = 64 * 1024 * 1024

const CHECK_PROCESS = fileURLToPath(new URL('./damage-process.ts', import.meta.url))
/** The check process allocates very little. */
const CHECK_MEMORY = ['--max-semi-space-size=2', '--max-old-space-size=64']

/** The one-line message for starting a site on a damaged database. */
export class DamagedDatabase extends Error {
  constructor(folder: string, problem: string) {
    super(
      `The database in ${folder} is damaged (${problem.replaceAll(/\s+/g, ' ').slice(0, 200)}). ` +
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
export async function rejectDamagedDatabase(folder: string): Promise<void> {
  const path = join(folder, DATABASE_FILE)
  const size = await sizeOf(path)
  if (size === 0) return
  const problem = problemOf(path, size <= CHECKED_FIRST_BYTES)
  if (problem !== undefined) throw new DamagedDatabase(folder, problem)
}

function problemOf(path: string, whole: boolean): string | undefined {
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
 * Checks a large database in a separate process and reports damage once. Returns that process, if there is one. It ends
 * with this process. A thread would not do: nothing stops SQLite in a thread, so shutdown would wait for the whole file.
 */
export async function watchForDamage(
  folder: string,
  onDamage: (error: DamagedDatabase) => void,
): Promise<ChildProcess | undefined> {
  const path = join(folder, DATABASE_FILE)
  if ((await sizeOf(path)) <= CHECKED_FIRST_BYTES) return undefined
  const check = fork(CHECK_PROCESS, [path], { execArgv: CHECK_MEMORY, stdio: 'ignore' })
  check.unref()
  check.channel?.unref()
  check.on('message', (problem: unknown) => onDamage(new DamagedDatabase(folder, String(problem))))
  // A check that could not run says nothing about the database.
  check.on('error', () => undefined)
  return check
}
