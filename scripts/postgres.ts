/**
 * A private PostgreSQL for tests, from the server programs of this machine. It has its own data folder and socket and
 * removes both at the end. `node scripts/postgres.ts` starts one and prints its address until it is stopped.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { needProgram } from './programs.ts'
import { startProgram } from './start-program.ts'

const run = promisify(execFile)

const OLDEST = 15

export interface Postgres {
  /** The connection string of one of its databases. */
  url: (database: string) => string
  /** The process of the server. */
  pid: number
  /** Stops the server and removes its folder. */
  stop: () => Promise<void>
}

interface PostgresOptions {
  /** Also listens on this loopback port. The default is only a socket in its folder. */
  port?: number
  /** More lines of postgresql.conf, as `name=value`. */
  settings?: string[]
}

/** The folder with the server programs. Throws when they are missing and cannot be installed. */
export async function postgresPrograms(): Promise<string> {
  // A folder of PATH may link only some of the programs.
  const folder = dirname(realpathSync(needProgram('initdb')))
  const { stdout } = await run(join(folder, 'postgres'), ['--version'])
  if (Number(/\d+/.exec(stdout)?.[0]) < OLDEST)
    throw new Error(`The tests need PostgreSQL ${OLDEST} or newer; ${folder} has ${stdout.trim()}.`)
  return folder
}

/** PostgreSQL does not run as root, so root runs it as the user of Debian's package. */
export function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (which: string) => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A folder that the server owns, on tmpfs where possible. Its path is short because socket paths are limited. */
export async function serverFolder(): Promise<string> {
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'lectern-pg-'))
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return folder
}

export const CLUSTER = [
  '--no-sync',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C.UTF-8',
  '--username=postgres',
]

/** Starts an empty server. */
export async function startPostgres({ port, settings = [] }: PostgresOptions = {}): Promise<Postgres> {
  const programs = await postgresPrograms()
  const folder = await serverFolder()
  const data = join(folder, 'data')
  const options = { ...serverUser(), cwd: folder }
  const lines = [
    `unix_socket_directories=${folder}`,
    `listen_addresses=${port === undefined ? '' : '127.0.0.1'}`,
    `port=${port ?? 5432}`,
    'max_connections=200',
    'logging_collector=off',
    // Logs that the server is ready, but no errors of statements.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'],
    ...settings,
  ].flatMap((line) => ['-c', line])
  try {
    await run(join(programs, 'initdb'), [...CLUSTER, data], options)
    const command = join(programs, 'postgres')
    const { child, end } = await startProgram([command, '-D', data, ...lines], /ready to accept/, options)
    return {
      url: (database) => `postgres://postgres@${encodeURIComponent(folder)}:${port ?? 5432}/${database}`,
      pid: child.pid ?? 0,
      async stop() {
        // Fast shutdown does not wait for open connections.
        await end('SIGINT')
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

if (import.meta.main) {
  const postgres = await startPostgres()
  console.info(postgres.url('postgres'))
  const stop = () => void postgres.stop()
  process.once('SIGINT', stop).once('SIGTERM', stop)
}
