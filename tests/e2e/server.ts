import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchLectern, START, waitUntilReady } from '#tests/start-lectern.ts'

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

/** The built server needs no TypeScript support, which costs 70 ms per start and 11 MiB of memory. */
const AS_BUILT = '--no-strip-types'

interface Beginning {
  /** The data folder of a stopped site. The default is an empty one. */
  copyOf?: string
}

/** Starts the built product as `npm start` does, with a data folder that goes with it. */
export async function openTestApp(
  environment: Record<string, string | undefined> = {},
  { copyOf }: Beginning = {},
): Promise<RunningApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-e2e-'))
  if (copyOf !== undefined) await cp(copyOf, dataDir, { recursive: true })
  const admin = { email: 'admin@example.org', password: randomBytes(18).toString('base64url') }
  // A test may load its own TypeScript through NODE_OPTIONS.
  const mode = environment.NODE_OPTIONS === undefined ? [AS_BUILT] : []
  const server = launchLectern({
    words: [...mode, ...START.arguments],
    environment: {
      ...START.environment,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_SCALE: '1000',
      ...environment,
    },
  })
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => server.child.kill('SIGKILL'), STOP_LIMIT_MS)
    await server.end('SIGTERM')
    clearTimeout(timer)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await waitUntilReady(server)
    if (url === undefined) throw new Error(`The server did not start:\n${server.log()}`)
    return { url, admin, dataDir, pid: server.child.pid ?? 0, log: server.log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
