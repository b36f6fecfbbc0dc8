import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Range } from './byte-range.ts'

/** A file below the folder of a video: `master.m3u8`, `720p/00012.m4s`, `storyboard-1.jpg`. */
const FILE = /^(?:[a-z0-9]{1,8}\/)?[a-z0-9_-]{1,24}\.(?:m3u8|m4s|mp4|jpg)$/
const VIDEO_ID = /^[0-9a-f]{24}$/

/** The types of the files of a video, by their endings. */
export const TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  jpg: 'image/jpeg',
}

/** Most segments of a lesson are smaller: they are sent after one read. */
export const READ_BYTES = 256 * 1024

export interface VideoFile {
  path: string
  bytes: number
}

/** A file, or part of one. */
export interface OpenedFile {
  bytes: number
  content: Readable
}

/** Where prepared videos are kept: a folder of this machine, or the bucket that all nodes share. */
export interface VideoFiles {
  /** Takes a prepared folder over; it is durable and whole before this returns. */
  store(id: string, folder: string): Promise<void>
  /** In bytes; `undefined` when the file is missing. */
  sizeOf(id: string, path: string): Promise<number | undefined>
  /** The whole file, or a range that it has; `undefined` when it is missing. */
  open(id: string, path: string, range?: Range): Promise<OpenedFile | undefined>
  read(id: string, path: string): Promise<Buffer | undefined>
  /** Writes one file of a restored video. */
  write(id: string, path: string, bytes: Buffer): Promise<void>
  filesOf(id: string): Promise<VideoFile[]>
  /** Ids of all videos that have files. */
  list(): Promise<string[]>
  remove(id: string): Promise<void>
}

/** Whether an address names a file that a prepared video can have; nothing else reaches a path. */
export function isVideoFile(id: string, path: string): boolean {
  return VIDEO_ID.test(id) && FILE.test(path)
}

/** The folder of the videos in the data folder. */
export function videosFolder(dataFolder: string): string {
  return join(dataFolder, 'videos')
}

/** The folder in which uploads arrive, in the data folder. */
export function uploadsFolder(dataFolder: string): string {
  return join(dataFolder, 'uploads')
}

export function createVideoFiles(folder: string): VideoFiles {
  return {
    async store(id, prepared) {
      await mkdir(folder, { recursive: true, mode: 0o750 })
      await syncAll(prepared)
      await rm(join(folder, id), { recursive: true, force: true })
      await rename(prepared, join(folder, id))
      await sync(folder)
    },
    sizeOf: (id, path) => fileSize(join(folder, id, path)),
    async open(id, path, range) {
      const full = join(folder, id, path)
      const size = await fileSize(full)
      if (size === undefined) return
      const content = createReadStream(full, { ...range, highWaterMark: READ_BYTES })
      return { bytes: range ? range.end - range.start + 1 : size, content }
    },
    read: (id, path) => readFile(join(folder, id, path)).catch(() => undefined),
    async write(id, path, bytes) {
      const full = join(folder, id, path)
      await mkdir(dirname(full), { recursive: true, mode: 0o750 })
      const file = await open(full, 'w', 0o640)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await sync(dirname(full))
    },
    filesOf: (id) => filesBelow(join(folder, id)),
    async list() {
      const names = await readdir(folder).catch(() => [])
      return names.filter((name) => VIDEO_ID.test(name))
    },
    remove: (id) => rm(join(folder, id), { recursive: true, force: true }),
  }
}

async function fileSize(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

/** All files below a folder, by their paths in it. */
export async function filesBelow(folder: string): Promise<VideoFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const full = join(parentPath, name)
      return { path: full.slice(folder.length + 1), bytes: (await stat(full)).size }
    }),
  )
}

/** Files and folders are on the disk before the row says that the video is ready. */
async function syncAll(folder: string): Promise<void> {
  for (const { path } of await filesBelow(folder)) await sync(join(folder, path))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) if (entry.isDirectory()) await sync(join(entry.parentPath, entry.name))
  await sync(folder)
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
