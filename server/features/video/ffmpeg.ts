import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

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

/** Local files and pipes only: an uploaded video can name addresses, and opening one would be a call to the network. */
export const LOCAL_ONLY = ['-protocol_whitelist', 'file,pipe'] as const

/**
 * The arguments of ffmpeg before each input. Without `-nostdin` it would take standard input for key presses, and without
 * `-v error` the reason of a failure would be lost among its other messages.
 */
export const SAFE_INPUT = ['-nostdin', '-hide_banner', '-v', 'error', ...LOCAL_ONLY] as const
