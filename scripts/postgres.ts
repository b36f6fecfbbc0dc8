/**
 * A private PostgreSQL for tests, from the server binaries of this machine: a data folder of its own that goes with it,
 * and a socket that nobody else knows. `node scripts/postgres.ts` starts one and says its address until it is stopped.
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

const OLDEST = 15
const DEBIAN = '/usr/lib/postgresql'
const PACKAGE = 'postgresql'
/** PostgreSQL refuses to be root; whoever runs the tests as root has this user from Debian's package. */
const SERVER_USER = 'postgres'
const STARTS_WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 50

const ADVICE =
  'The tests run on PostgreSQL too and need its server programs, 15 or newer: install the package "postgresql" ' +
  '(Debian, Ubuntu: apt-get install postgresql; macOS: brew install postgresql@17), or put initdb and postgres into PATH.'

export interface Postgres {
  /** The address of one of its databases. */
  url: (database: string) => string
  /** The process of the server. */
  pid: number
  folder: string
  /** Ends it and removes its folder. */
  stop: () => Promise<void>
}

interface PostgresOptions {
  /** Keep what was acknowledged through a power cut; tests of other things are faster without. */
  durable?: boolean
  /** Also listens on this port of the loopback; without it only on a socket in its folder. */
  port?: number
  /** More lines of postgresql.conf, as `name=value`. */
  settings?: string[]
}

const amRoot = process.getuid?.() === 0

async function majorOf(folder: string): Promise<number> {
  const { stdout } = await run(join(folder, 'postgres'), ['--version'])
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0)
}

/** Where initdb and postgres are: in PATH, or where Debian hides them, newest first. */
async function findPrograms(): Promise<string | undefined> {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => /^\d+$/.test(name)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...debian.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN, version, 'bin')),
  ]
  for (const folder of folders) {
    if (!['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))) continue
    if ((await majorOf(folder)) >= OLDEST) return folder
  }
  return undefined
}

/** Debian's package starts a server of its own; ours needs only the programs. */
async function installPrograms(): Promise<void> {
  if (!(amRoot && existsSync('/usr/bin/apt-get'))) throw new Error(ADVICE)
  console.info(`[postgres] installing the package "${PACKAGE}" for the tests`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', PACKAGE]
  try {
    await run('apt-get', install, { env: environment }).catch(async () => {
      await run('apt-get', ['update'], { env: environment })
      await run('apt-get', install, { env: environment })
    })
  } catch (error) {
    throw new Error(`${ADVICE} apt-get could not install it.`, { cause: error })
  }
}

/** The folder with the server programs; throws with one sentence when there are none and none can be had. */
export async function postgresPrograms(): Promise<string> {
  const found = await findPrograms()
  if (found !== undefined) return found
  await installPrograms()
  const installed = await findPrograms()
  if (installed === undefined) throw new Error(ADVICE)
  return installed
}

/** The command as it has to be run here: as root, on behalf of the server's user. */
export function asServerUser(command: string, args: string[]): [command: string, args: string[]] {
  if (!amRoot) return [command, args]
  return ['setpriv', [`--reuid=${SERVER_USER}`, `--regid=${SERVER_USER}`, '--init-groups', command, ...args]]
}

async function idOfServerUser(): Promise<number> {
  const { stdout } = await run('id', ['-u', SERVER_USER]).catch((error: unknown) => {
    throw new Error(`PostgreSQL does not run as root, and there is no user "${SERVER_USER}" to run it as.`, {
      cause: error,
    })
  })
  return Number(stdout)
}

/** Linux keeps what is written here in memory, where copying a database takes half the time. */
const IN_MEMORY = '/dev/shm'

/** A folder that the server owns. Sockets have short names, so it is not deep. */
export async function serverFolder(durable = true): Promise<string> {
  const parent = !durable && existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir()
  const folder = await mkdtemp(join(parent, 'lectern-pg-'))
  await chmod(folder, 0o700)
  if (amRoot) await chown(folder, await idOfServerUser(), -1)
  return folder
}

async function startServer(programs: string, folder: string, options: PostgresOptions) {
  const { durable = false, port, settings = [] } = options
  const lines = [
    `unix_socket_directories=${folder}`,
    `listen_addresses=${port === undefined ? '' : '127.0.0.1'}`,
    `port=${port ?? 5432}`,
    'max_connections=200',
    'logging_collector=off',
    'log_min_messages=fatal',
    'log_min_error_statement=panic',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']),
    ...settings,
  ]
  const args = ['-D', join(folder, 'data'), ...lines.flatMap((line) => ['-c', line])]
  const server = spawn(...asServerUser(join(programs, 'postgres'), args), {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000)
  })
  const ended = new Promise<void>((resolve) => {
    server.once('error', () => resolve())
    server.once('close', () => resolve())
  })
  return { server, ended, said: () => said }
}

async function takesConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    await wait(LOOK_AGAIN_MS)
    return false
  }
}

type Filling = (programs: string, data: string) => [command: string, args: string[]]

/** Starts a server on a data folder that a command fills, and waits until it takes connections. */
async function startOn(options: PostgresOptions, fill: Filling): Promise<Postgres> {
  const programs = await postgresPrograms()
  const folder = await serverFolder(options.durable ?? false)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await run(...asServerUser(...fill(programs, join(folder, 'data'))), { cwd: folder })
    const { server, ended, said } = await startServer(programs, folder, options)
    const { pid } = server
    const socket = encodeURIComponent(folder)
    const port = options.port ?? 5432
    const stop = async () => {
      // Fast shutdown: whoever is still connected is not waited for.
      server.kill('SIGINT')
      await ended
      await remove()
    }
    const url = (database: string) => `postgres://${SERVER_USER}@${socket}:${port}/${database}`
    const end = performance.now() + STARTS_WITHIN_MS
    while (!(await takesConnections(url('postgres')))) {
      if (pid === undefined || server.exitCode !== null || performance.now() > end) {
        server.kill('SIGKILL')
        throw new Error(`PostgreSQL did not start: ${said().trim()}`)
      }
    }
    return { url, pid: pid ?? 0, folder, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** An empty server. */
export function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const words = ['--no-sync', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  return startOn(options, (programs, data) => [
    join(programs, 'initdb'),
    [...words, `--username=${SERVER_USER}`, data],
  ])
}

if (import.meta.main) {
  const postgres = await startPostgres()
  console.info(postgres.url('postgres'))
  const stop = () => void postgres.stop()
  process.once('SIGINT', stop).once('SIGTERM', stop)
}
