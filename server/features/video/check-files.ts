import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ORIGINAL_KEPT, PREPARING_FAILED, TRIED_AGAIN } from '#contract/video/uploads.ts'
import { filesBelow } from '#server/files/disk-store.ts'
import { FfmpegError } from './run-ffmpeg.ts'
import { MASTER } from './transcode.ts'

/** How far the length of a version may be from that of the film. */
const TOLERANCE_S = 0.5

/** The files of a prepared video are not whole, for example because the disk was full for some seconds. */
class IncompleteVideo extends Error {
  override name = 'IncompleteVideo'
}

/**
 * Throws an IncompleteVideo unless every file has its content, every segment is whole and every version is as long as the film.
 * Exit code 0 does not prove that the files are complete.
 */
export async function checkFiles(
  folder: string,
  { duration, versions }: { duration: number; versions: number },
): Promise<void> {
  for (const { name, bytes } of await filesBelow(folder))
    if (bytes === 0) throw new IncompleteVideo(`${name} is empty.`)
  const playlists = versionsIn(await textOf(folder, MASTER))
  if (playlists.length !== versions)
    throw new IncompleteVideo(`${MASTER} names ${playlists.length} of ${versions} versions.`)
  for (const playlist of playlists) await checkVersion(folder, playlist, duration)
}

async function checkVersion(folder: string, playlist: string, duration: number): Promise<void> {
  const { begin, segments, isWhole } = readPlaylist(await textOf(folder, playlist))
  if (!isWhole) throw new IncompleteVideo(`${playlist} has no end.`)
  const length = segments.reduce((sum, { seconds }) => sum + seconds, 0)
  if (Math.abs(length - duration) > TOLERANCE_S)
    throw new IncompleteVideo(`${playlist} has ${length} of ${duration} seconds.`)
  for (const name of [begin, ...segments.map((segment) => segment.name)])
    await checkBoxes(folder, join(dirname(playlist), name))
}

const textOf = (folder: string, path: string) =>
  readFile(join(folder, path), 'utf8').catch((error: unknown) => {
    throw new IncompleteVideo(`${path} is missing.`, { cause: error })
  })

const BOX_HEAD = 8

/** An MP4 file is a row of boxes that begin with their length: the last one ends with the file. */
async function checkBoxes(folder: string, path: string): Promise<void> {
  const file = await open(join(folder, path)).catch((error: unknown) => {
    throw new IncompleteVideo(`${path} is missing.`, { cause: error })
  })
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(BOX_HEAD)
    let at = 0
    while (at < size) {
      head.fill(0)
      await file.read(head, 0, BOX_HEAD, at)
      at += Math.max(BOX_HEAD, head.readUInt32BE(0))
    }
    if (at !== size || size === 0) throw new IncompleteVideo(`${path} is cut off.`)
  } finally {
    await file.close()
  }
}

/** What a playlist of one version names. */
interface Playlist {
  /** The file with the beginning of the MP4 stream. */
  begin: string
  segments: { name: string; seconds: number }[]
  /** Whether it was written to its end. */
  isWhole: boolean
}

/** Reads a playlist that ffmpeg has written. */
export function readPlaylist(text: string): Playlist {
  const segments = [...text.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n(.+)$/gm)]
  return {
    begin: /^#EXT-X-MAP:URI="([^"]+)"/m.exec(text)?.[1] ?? '',
    segments: segments.map(([, seconds, name = '']) => ({ name, seconds: Number(seconds) })),
    isWhole: text.trimEnd().endsWith('#EXT-X-ENDLIST'),
  }
}

/** The playlists of the versions that a master playlist names, smallest first. */
export function versionsIn(master: string): string[] {
  return master.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

type Reason = keyof typeof PREPARING_FAILED

/** The disk has only its reserve left, which belongs to the database. */
export class FullDisk extends Error {
  override name = 'FullDisk'
}

/** Why a try to prepare a video ended. None of these reasons says that the video is unusable. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof FfmpegError) return error.failure
  if (error instanceof IncompleteVideo) return 'incomplete'
  if (error instanceof FullDisk) return 'full'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'failed'
}

/** The reason for the teacher, and what follows. */
export function sentenceOf(reason: Reason, isLastTry: boolean): string {
  return `${PREPARING_FAILED[reason]} ${isLastTry ? ORIGINAL_KEPT : TRIED_AGAIN}`
}
