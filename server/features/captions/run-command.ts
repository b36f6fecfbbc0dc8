import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { CAPTIONS_MAX_BYTES } from '#contract/captions.ts'
import { endGroup } from '#server/features/uploads/process-group.ts'

/** The program that writes captions failed or broke a limit. The message names the setting, for the operator. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
  constructor(what: string, options?: ErrorOptions) {
    super(`TRANSCRIBE_COMMAND ${what}`, options)
  }
}

interface Run {
  /** The program and its arguments. */
  command: readonly string[]
  args: readonly string[]
  /** The only variable of its environment. */
  PATH: string
  /** The folder in which it runs. */
  folder: string
  /** Milliseconds. */
  timeout: number
  signal: AbortSignal
}

const ERRORS_KEPT = 1000
const LOW_PRIORITY = 10

/**
 * Runs the operator's command at low priority and returns what it writes to standard output. It is a group of processes of
 * its own, because it may be a script: when the time is up, all of them end. Throws a CommandFailed.
 */
export async function runCommand({ command, args, PATH, folder, timeout, signal }: Run): Promise<Buffer> {
  const [program = '', ...fixed] = command
  const child = spawn(program, [...fixed, ...args], {
    cwd: folder,
    env: { PATH },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.withResolvers<void>()
  const fail = (what: string, options?: ErrorOptions) => ended.reject(new CommandFailed(what, options))
  const output: Buffer[] = []
  let bytes = 0
  let errors = ''
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes <= CAPTIONS_MAX_BYTES) output.push(part)
    else fail('wrote more than 1 MiB.')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-ERRORS_KEPT)
  })
  child.once('error', (error) => fail(`could not be started: ${error.message}`, { cause: error }))
  child.once('spawn', () => lowerPriority(child.pid))
  child.once('close', (code, killedBy) => {
    if (code === 0) ended.resolve()
    else fail(`ended with ${killedBy ?? `code ${code}`}${errors.trim() && `: ${errors.trim()}`}`)
  })
  const stop = () => ended.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const timer = setTimeout(
    () => fail(`took longer than ${Math.round(timeout / 60_000)} minutes.`),
    timeout,
  ).unref()
  try {
    await ended.promise
    return Buffer.concat(output)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    endGroup(child.pid)
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY)
  } catch {
    // It has ended already.
  }
}
