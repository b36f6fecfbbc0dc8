import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { Readable } from 'node:stream'

/** The programs of the machine that read and encode videos. */
export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
}

interface Where {
  /** The program `ffmpeg`, when the operator names it; `ffprobe` is beside it. */
  FFMPEG_PATH?: string | undefined
  PATH: string
}

/** Finds ffmpeg and ffprobe, or gives `undefined`: then own uploads are off. */
export function findFfmpeg({ FFMPEG_PATH, PATH }: Where): Ffmpeg | undefined {
  const folders = FFMPEG_PATH === undefined ? PATH.split(delimiter) : [dirname(FFMPEG_PATH)]
  for (const folder of folders.filter(Boolean)) {
    const found = { ffmpeg: FFMPEG_PATH ?? join(folder, 'ffmpeg'), ffprobe: join(folder, 'ffprobe') }
    if (isProgram(found.ffmpeg) && isProgram(found.ffprobe)) return found
  }
  return
}

/** Whether a command of the operator can be started: a path, or a name that is looked for in PATH. */
export function isCommand(program: string, PATH: string): boolean {
  if (program.includes('/')) return isProgram(program)
  return PATH.split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, program)))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The first line of `ffmpeg -version`, for the doctor. */
export function versionOf({ ffmpeg }: Ffmpeg): string {
  return spawnSync(ffmpeg, ['-version'], { env: {}, encoding: 'utf8' }).stdout?.split('\n', 1)[0] ?? ''
}

/** A program that failed or was stopped by its limits. */
export class FfmpegError extends Error {
  override name = 'FfmpegError'
}

/** Local files and pipes only: an uploaded video can name addresses, and opening one would be a call to the network. */
export const LOCAL_ONLY = ['-protocol_whitelist', 'file,pipe'] as const

/**
 * The arguments of ffmpeg before each input. Without `-nostdin` it would take standard input for key presses, and without
 * `-v error` the reason of a failure would be lost among its other messages.
 */
export const SAFE_INPUT = ['-nostdin', '-hide_banner', '-v', 'error', ...LOCAL_ONLY] as const

interface Run {
  program: string
  args: string[]
  /** The folder in which it runs: file names in `args` are relative to it. */
  folder: string
  /** Seconds of processor time after which the system ends it. */
  cpuSeconds: number
  signal: AbortSignal
  /** Standard input; empty by default. */
  input?: AsyncIterable<Uint8Array>
  /** Gets each line of standard output. */
  onLine?: (line: string) => void
}

const OUTPUT_MAX = 1024 * 1024
const ERRORS_KEPT = 2000

/**
 * Runs ffmpeg or ffprobe at low priority with a limit of processor time and an empty environment, so that a hostile file
 * can neither slow the site down nor read its settings. Returns standard output. Throws an FfmpegError when it fails.
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
  // A shell of four words, because Node cannot limit the processor time of a child. It passes the arguments on as they are.
  const limited = [
    '-c',
    'ulimit -t "$1" && shift && exec nice -n 10 "$@"',
    'sh',
    String(Math.ceil(cpuSeconds)),
  ]
  const child = spawn('/bin/sh', [...limited, program, ...args], {
    cwd: folder,
    env: {},
    signal,
    killSignal: 'SIGKILL',
  })
  let output = ''
  let errors = ''
  let line = ''
  const source = Readable.from(input ?? [])
  // An input that ends early must not look like a whole one.
  source.once('error', (error) => {
    child.kill('SIGKILL')
    reject(error)
  })
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
    errors = (errors + text).slice(-ERRORS_KEPT)
  })
  child.once('error', reject)
  child.once('close', (code, killedBy) => {
    if (code === 0) resolve(output)
    else reject(new FfmpegError(`${killedBy ?? `exit ${code}`}: ${errors.trim()}`))
  })
  return promise
}
