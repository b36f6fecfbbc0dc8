import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Program } from '#scripts/start-program.ts'
import { launchLectern, waitUntilReady } from '#tests/start-lectern.ts'

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

// The servers end with the harness.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

function launch(
  { folder, preload, environment = {}, under = [] }: SiteOptions,
  command = ['server/main.mjs'],
): Program {
  const preloaded = preload && pathToFileURL(fileURLToPath(new URL(`preload/${preload}.ts`, import.meta.url)))
  return launchLectern({
    words: [...(preloaded ? ['--import', preloaded.href] : []), ...command],
    under,
    environment: {
      DATA_DIR: folder,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...environment,
    },
  })
}

/** Starts the server on `folder` and waits until it is ready. Returns `undefined` when it exits first. */
export async function startSite(options: SiteOptions): Promise<Site | undefined> {
  const began = performance.now()
  const program = launch(options)
  const url = await waitUntilReady(program)
  if (url === undefined) return undefined
  const { child, log, ended } = program
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
  const { ended, log } = launch({ folder }, command)
  return { code: await ended, output: log() }
}
