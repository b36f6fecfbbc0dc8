import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openServerDatabase, type ServerDatabase } from './database.ts'

const PROGRAM = fileURLToPath(new URL('../../server/test-server.ts', import.meta.url))
export const ADMIN = { email: 'admin@example.org', password: 'a very long sentence to log in with' }

/** A server process on an empty database. */
export interface Server {
  port: number
  dataDir: string
  database: ServerDatabase
  /** Its output so far. */
  log: () => string
  isAlive: () => boolean
  stop: () => Promise<void>
}

async function addressIn(child: ChildProcess, log: () => string): Promise<number> {
  if (!child.stdout) throw new Error('The server has no output')
  for await (const line of createInterface(child.stdout)) {
    const [, port] = /listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? []
    if (port !== undefined) return Number(port)
  }
  throw new Error(`The server did not start:\n${log()}`)
}

/** Rate limits are off unless `RATE_LIMIT_SCALE` is 1. */
export async function startServer(environment: Record<string, string> = {}): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-security-'))
  const database = await openServerDatabase(dataDir)
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'debug',
      OUTSIDE: 'off',
      // A busy machine must not make a test fail with 503.
      DATABASE_TIMEOUT_MS: '20000',
      ...database.environment,
      ...environment,
    },
  })
  let written = ''
  const log = () => written
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
  }
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const port = await addressIn(child, log)
    return { port, dataDir, database, log, isAlive: () => child.exitCode === null, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
