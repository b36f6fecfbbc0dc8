import { Readable } from 'node:stream'
import { endGroup, NOT_STARTED, startGroup } from './process-group.ts'

/**
 * Why a run failed. Only `failed` may be the fault of the file; for the others the same run can succeed later.
 * `killed`: by a signal, or memory was short. `late`: a limit of time. `missing`: the program could not be started. `full`: there
 * was no space on the disk.
 */
type FfmpegFailure = 'failed' | 'killed' | 'late' | 'missing' | 'full'

/** A run of ffmpeg or ffprobe that failed or was stopped. */
export class FfmpegError extends Error {
  override name = 'FfmpegError'
  readonly failure: FfmpegFailure
  /** What it wrote to standard output before. */
  readonly output: string
  constructor(message: string, failure: FfmpegFailure, output = '') {
    super(message)
    this.failure = failure
    this.output = output
  }
}

interface Run {
  program: string
  args: string[]
  /** The folder in which it runs: file names in `args` are relative to it. */
  folder: string
  /** Seconds of processor time after which the system ends it. After twice as many by the clock, we do. */
  cpuSeconds: number
  signal: AbortSignal
  /** Standard input; empty by default. */
  input?: AsyncIterable<Uint8Array>
  /** Gets each line of standard output. */
  onLine?: (line: string) => void
}

const OUTPUT_MAX = 1024 * 1024
const ERRORS_KEPT = 2000
/** The longest time of a timer, almost 25 days: one with more fires at once. */
const TIMER_MAX_MS = 2 ** 31 - 1
/** The program shares its processor with others, so it gets more time by the clock than by its own count. */
const CLOCK_FACTOR = 2
/** ffmpeg exits with 255 after a signal that it could answer, and a script of the operator with 128 and the number of the signal. */
const STOPPED = [255, 129, 130, 134, 137, 139, 143, 152]
const NO_SPACE = /no space left|disk quota/i
const NO_MEMORY = /cannot allocate memory/i

/**
 * Runs ffmpeg or ffprobe at low priority with limits of time and an empty environment, so that a hostile file can neither
 * slow the site down nor read its settings. Returns standard output. Throws an FfmpegError when it fails.
 */
export function runFfmpeg({
  program,
  args,
  folder,
  cpuSeconds,
  signal,
  input,
  onLine,
}: Run): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = startGroup({ program, args, folder, cpuSeconds })
  let output = ''
  let errors = ''
  let shortage: FfmpegFailure | undefined
  let line = ''
  let isLate = false
  const limit = setTimeout(
    () => {
      isLate = true
      endGroup(child.pid)
    },
    Math.min(TIMER_MAX_MS, CLOCK_FACTOR * cpuSeconds * 1000),
  )
  const stop = (reason: unknown) => {
    reject(reason)
    endGroup(child.pid)
  }
  const onAbort = () => stop(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const source = Readable.from(input ?? [])
  // An input that ends early must not look like a whole one.
  source.once('error', stop)
  // The program may end before its input does: then its exit code says why.
  source.pipe(child.stdin.once('error', () => source.destroy()))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (onLine) {
      const lines = (line + text).split('\n')
      line = lines.pop() ?? ''
      for (const each of lines) onLine(each)
    } else if (output.length < OUTPUT_MAX) output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
    shortage ??= shortageIn(errors)
    errors = errors.slice(-ERRORS_KEPT)
  })
  child.once('error', reject)
  child.once('close', (code, killedBy) => {
    clearTimeout(limit)
    signal.removeEventListener('abort', onAbort)
    const failure = isLate ? 'late' : (shortage ?? failureOf(code, killedBy))
    if (failure === undefined) resolve(output)
    else reject(new FfmpegError(`${killedBy ?? `exit ${code}`}: ${errors.trim()}`, failure, output))
  })
  return promise
}

/**
 * What a message says that the machine had too little of. It counts whatever the exit code is: with a full disk or with too little
 * memory ffmpeg can lose parts of its output, and ffprobe can find nothing, and both still exit with 0.
 */
function shortageIn(errors: string): FfmpegFailure | undefined {
  if (NO_SPACE.test(errors)) return 'full'
  return NO_MEMORY.test(errors) ? 'killed' : undefined
}

function failureOf(code: number | null, killedBy: NodeJS.Signals | null): FfmpegFailure | undefined {
  if (code === 0) return
  if (killedBy === 'SIGXCPU') return 'late'
  if (code === null || STOPPED.includes(code)) return 'killed'
  return NOT_STARTED.includes(code) ? 'missing' : 'failed'
}
