import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 10_000

/** A running Lectern, empty except for one admin. */
export interface RunningApp {
  url: string
  admin: { email: string; password: string }
  dataDir: string
  pid: number
  /** The server's output so far, for failure messages. */
  log: () => string
  stop: () => Promise<void>
}

/** The port that the server reports. */
async function portOf(server: ChildProcess, log: () => string): Promise<string> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && server.exitCode === null) {
    const [, port] = /ready at https?:\/\/[^\s/]+:(\d+)/.exec(log()) ?? []
    if (port !== undefined) return port
    await delay(50)
  }
  throw new Error(`The server did not start:\n${log()}`)
}

async function becomeReady(url: string, log: () => string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await delay(50)
  }
  throw new Error(`${url}/readyz is not ready:\n${log()}`)
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_LIMIT_MS)
  await ended
  clearTimeout(timer)
}

/** The flags and environment of `npm start`, which save memory (scripts/deploy-files.test.ts). */
export const START = {
  arguments: [
    '--min-semi-space-size=8',
    '--max-semi-space-size=8',
    '--max-old-space-size=2000',
    'server/main.mjs',
  ],
  environment: { MALLOC_ARENA_MAX: '2' },
}

/** The built server needs no TypeScript support, which costs 70 ms per start and 11 MiB of memory. */
const AS_BUILT = '--no-strip-types'

/** For sites on which the demo must draw no film meanwhile. */
export const WITHOUT_FFMPEG = { FFMPEG_PATH: '/nowhere/ffmpeg' }

/** Starts the built product on a free loopback port with an empty data folder. */
export async function openTestApp(environment: Record<string, string> = {}): Promise<RunningApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-e2e-'))
  const admin = { email: 'admin@example.org', password: randomBytes(18).toString('base64url') }
  // A test may load its own TypeScript through NODE_OPTIONS.
  const mode = environment.NODE_OPTIONS === undefined ? [AS_BUILT] : []
  const server = spawn(process.execPath, [...mode, ...START.arguments], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...START.environment,
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_CONTENT: 'false',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'warn',
      OUTSIDE: 'off',
      ...environment,
    },
  })
  let written = ''
  const log = (): string => written
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
  }
  const stop = async (): Promise<void> => {
    await end(server)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = `http://127.0.0.1:${await portOf(server, log)}`
    await becomeReady(url, log)
    return { url, admin, dataDir, pid: server.pid ?? 0, log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
