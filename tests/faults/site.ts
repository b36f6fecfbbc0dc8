import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const START_LIMIT_MS = 60_000

export const ADMIN = { email: 'admin@example.org', password: 'a-quiet-harbour-at-dawn' }

/** A running Lectern, as an operator starts it. */
export interface Site {
  url: string
  process: ChildProcess
  /** Milliseconds from the start of the process until it was ready. */
  startedIn: number
  /** Processor milliseconds of the start, which other work on the machine changes little. */
  workedFor: number
  log: () => string
  /** The exit code of the process, or the signal that ended it. */
  ended: Promise<number | string>
}

interface SiteOptions {
  folder: string
  /** A file of preload/ that changes the server's environment, never its code. */
  preload?: 'answer-early' | 'kill-at' | 'kill-at-statement'
  environment?: Record<string, string>
  /** A command that starts the server with other limits, such as prlimit. */
  under?: string[]
}

/** The running servers, which always end with the harness. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export function endsWithUs(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Kills the servers that a failed fault has left running. */
export async function endEverything(): Promise<void> {
  const ends = [...running].map((child) => once(child, 'exit'))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(ends)
}

function spawned(
  { folder, preload, environment = {}, under = [] }: SiteOptions,
  command = ['server/main.mjs'],
): ChildProcess {
  const preloaded = preload && pathToFileURL(fileURLToPath(new URL(`preload/${preload}.ts`, import.meta.url)))
  const whole = [...under, process.execPath, ...(preloaded ? ['--import', preloaded.href] : []), ...command]
  const child = spawn(whole[0] ?? '', whole.slice(1), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      DEMO_CONTENT: 'false',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMIT_SCALE: '100000',
      LOG_LEVEL: 'warn',
      OUTSIDE: 'off',
      ...environment,
    },
  })
  return endsWithUs(child)
}

function listen(child: ChildProcess): () => string {
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
  }
  return () => written
}

async function endOf(child: ChildProcess): Promise<number | string> {
  const [code, signal]: unknown[] = await once(child, 'exit')
  return typeof code === 'number' ? code : String(signal)
}

/** Starts the server on `folder` and waits until it is ready. Returns `undefined` when it exits first. */
export async function startSite(options: SiteOptions): Promise<Site | undefined> {
  const began = performance.now()
  const child = spawned(options)
  const log = listen(child)
  const ended = endOf(child)
  const url = await Promise.race([readyUrl(log), ended.then(() => undefined)])
  if (url === undefined) return undefined
  return {
    url,
    process: child,
    startedIn: performance.now() - began,
    workedFor: processorTime(child.pid),
    log,
    ended,
  }
}

const TICK_MS = 10

/** The processor milliseconds of a process on Linux, and NaN elsewhere. */
function processorTime(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}

/** Like `startSite`, but throws when the server does not start. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const site = await startSite(options)
  if (!site)
    throw new Error(`The server did not start on ${options.folder} (preload: ${options.preload ?? 'none'})`)
  return site
}

async function readyUrl(log: () => string): Promise<string> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const [, port] = /ready at https?:\/\/[^\s/]+:(\d+)/.exec(log()) ?? []
    const url = `http://127.0.0.1:${port}`
    if (port !== undefined && (await fetch(`${url}/readyz`).catch(() => undefined))?.ok) return url
    await delay(5)
  }
  throw new Error(`The server is not ready:\n${log()}`)
}

export async function stopSite({ process: child, ended }: Site): Promise<number | string> {
  child.kill('SIGTERM')
  return ended
}

export async function killSite({ process: child, ended }: Site): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** Runs one of the server's commands and waits for its end. */
export async function runCommand(
  folder: string,
  command: string[],
): Promise<{ code: number | string; output: string }> {
  const child = spawned({ folder }, command)
  const log = listen(child)
  const code = await endOf(child)
  return { code, output: log() }
}
