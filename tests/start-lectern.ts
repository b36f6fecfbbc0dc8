/** Starts the built product for every harness: end-to-end tests, faults, cluster, bench, soak, tools and Lighthouse. */
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { launchProgram, type Program } from '#scripts/start-program.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))
const START_LIMIT_MS = 60_000
const POLL_MS = 5

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

/** For sites on which the demo must draw no film meanwhile. */
export const WITHOUT_FFMPEG = { FFMPEG_PATH: '/nowhere/ffmpeg' }

interface LecternOptions {
  /** Node's arguments, ending with the program. */
  words?: readonly string[]
  environment: NodeJS.ProcessEnv
  /** A command that starts the server with other limits, such as prlimit. */
  under?: readonly string[]
  /** The folder of another version of the product. */
  cwd?: string
}

/** Starts Lectern on a free loopback port, without demo, limits and requests to other sites unless the environment differs. */
export function launchLectern({
  words = ['server/main.mjs'],
  environment,
  under = [],
  cwd = root,
}: LecternOptions): Program {
  const [command = process.execPath, ...rest] = [...under, process.execPath, ...words]
  return launchProgram([command, ...rest], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO_CONTENT: 'false',
      RATE_LIMIT_SCALE: '100000',
      LOG_LEVEL: 'warn',
      OUTSIDE: 'off',
      ...environment,
    },
  })
}

/** The address of a started Lectern once it is ready; `undefined` when it ends first. */
export async function waitUntilReady({ child, log }: Program): Promise<string | undefined> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) return undefined
    const [, port] = /ready at https?:\/\/[^\s/]+:(\d+)/.exec(log()) ?? []
    const url = `http://127.0.0.1:${port}`
    if (port !== undefined && (await fetch(`${url}/readyz`).catch(() => undefined))?.ok) return url
    await delay(POLL_MS)
  }
  throw new Error(`The server is not ready:\n${log()}`)
}
