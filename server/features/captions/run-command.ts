import { CAPTIONS_MAX_BYTES } from '#contract/captions/captions.ts'
import { endGroup, NOT_STARTED, startGroup } from '#server/features/video/process-group.ts'

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

/**
 * Runs the operator's command at low priority and returns what it writes to standard output. When the time is up, it ends with
 * every program that it has started. Throws a CommandFailed.
 */
export async function runCommand({ command, args, PATH, folder, timeout, signal }: Run): Promise<Buffer> {
  const [program = '', ...fixed] = command
  // `env` finds the program in this PATH. The shell may add variables of its own, which `-i` removes.
  const child = startGroup({
    program: 'env',
    args: ['-i', `PATH=${PATH}`, program, ...fixed, ...args],
    folder,
  })
  // The program may end before its empty input does.
  child.stdin.once('error', () => undefined).end()
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
  child.once('close', (code, killedBy) => {
    if (code === 0) ended.resolve()
    else if (code !== null && NOT_STARTED.includes(code)) fail(`could not be started: ${errors.trim()}`)
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
