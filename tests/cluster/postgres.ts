import { chmodSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { CLUSTER, postgresPrograms, serverFolder, serverUser } from '#scripts/postgres.ts'
import { freePort, launchProgram, type Program } from '#scripts/start-program.ts'
import { until } from '#tests/faults/reading.ts'
import { copyConfig } from './config.ts'
import { familyOf, run, signalAll } from './processes.ts'

const STARTS_WITHIN_MS = 60_000
const PASSWORD = 'change-me'
const CONFIGURATION = 'primary.conf'

/** A PostgreSQL with the configuration of deploy/, on a private port. */
export interface PostgresServer {
  port: number
  /** For DATABASE_URL, and for checks of the content. */
  url: string
  /** `pg_ctl stop -m immediate`: no clean shutdown, and recovery at the next start. */
  stopAtOnce: () => Promise<void>
  start: () => Promise<void>
  freeze: () => Promise<void>
  thaw: () => void
  /** Terminates the nodes' connections, busy or not; returns their number. */
  endConnections: () => Promise<number>
  query: (text: string) => Promise<unknown[]>
  /** Replaces the database of the stopped nodes by an empty one; returns a function that restores it. */
  setAside: () => Promise<() => Promise<void>>
  close: () => Promise<void>
}

const superuser = (port: number, database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
const urlOf = (port: number) => `postgres://lectern:${PASSWORD}@127.0.0.1:${port}/lectern`

async function runQuery(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows }: { rows: unknown[] } = await client.query(text)
    return rows
  } finally {
    await client.end()
  }
}

/** The configuration files in the server's folder, readable by the server. */
function configure(folder: string, port: number): void {
  copyConfig([`postgresql/${CONFIGURATION}`], folder, [
    ['10.0.0.21', '127.0.0.1'],
    ['port = 5432', `port = ${port}\nunix_socket_directories = '${folder}'`],
    ['shared_buffers = 2GB', 'shared_buffers = 64MB'],
  ])
  copyConfig(['postgresql/pg_hba.conf'], folder, [
    ['10.0.0.0/24', '127.0.0.1/32'],
    // The harness connects as another user than the server's.
    ['local    all          postgres                    peer', 'host all postgres 127.0.0.1/32 trust'],
  ])
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.conf')) chmodSync(join(folder, name), 0o644)
  }
}

interface ServerLocation {
  programs: string
  folder: string
  port: number
}

async function startServer({ programs, folder, port }: ServerLocation): Promise<Program> {
  const settings = [`config_file=${join(folder, CONFIGURATION)}`, `hba_file=${join(folder, 'pg_hba.conf')}`]
  const words = ['-D', join(folder, 'data'), ...settings.flatMap((line) => ['-c', line])]
  const part = launchProgram([join(programs, 'postgres'), ...words], { ...serverUser(), cwd: folder })
  const isUp = () =>
    runQuery(superuser(port, 'postgres'), 'select 1').then(
      () => true,
      () => part.child.exitCode !== null,
    )
  await until(isUp, STARTS_WITHIN_MS)
  if (part.child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${part.log()}`)
  return part
}

async function setAside(maker: string): Promise<() => Promise<void>> {
  await runQuery(maker, 'alter database lectern rename to aside')
  await runQuery(maker, 'create database lectern owner lectern')
  return async () => {
    await runQuery(maker, 'drop database lectern with (force)')
    await runQuery(maker, 'alter database aside rename to lectern')
  }
}

async function openServer(programs: string, folder: string): Promise<PostgresServer> {
  const port = await freePort()
  configure(folder, port)
  const location = { programs, folder, port }
  let part = await startServer(location)
  let frozen: number[] = []
  return {
    port,
    url: urlOf(port),
    stopAtOnce: () => part.end('SIGQUIT'),
    async start() {
      part = await startServer(location)
    },
    async freeze() {
      frozen = await familyOf(part.child.pid ?? 0)
      signalAll(frozen, 'SIGSTOP')
    },
    thaw: () => signalAll(frozen, 'SIGCONT'),
    async endConnections() {
      const ended = await runQuery(
        superuser(port, 'postgres'),
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'lectern' and application_name = 'lectern'",
      )
      return ended.length
    },
    query: (text) => runQuery(superuser(port, 'lectern'), text),
    setAside: () => setAside(superuser(port, 'postgres')),
    async close() {
      await part.end('SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a primary as in deploy/, with the roles of docs/scaling.md. */
export async function startPrimary(): Promise<PostgresServer> {
  const programs = await postgresPrograms()
  const folder = await serverFolder()
  const options = { ...serverUser(), cwd: folder }
  await run(join(programs, 'initdb'), [...CLUSTER, join(folder, 'data')], options)
  const server = await openServer(programs, folder)
  const maker = superuser(server.port, 'postgres')
  await runQuery(maker, `create role lectern login password '${PASSWORD}'`)
  await runQuery(maker, 'create database lectern owner lectern')
  return server
}
