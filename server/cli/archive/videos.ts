import { appendFile, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/data/database.ts'
import { MASTER } from '#server/features/video/transcode.ts'
import {
  createVideoFiles,
  uploadsFolder,
  type VideoFiles,
  videosFolder,
} from '#server/features/video/video-files.ts'
import { LARGEST_VIDEO_FILE } from './format.ts'
import { originalsOf, preparedVideos } from './videos.queries.ts'

const ORIGINAL_PART_BYTES = 8 * 1024 * 1024

/** The videos of a site: where the prepared ones are, and the folder of its uploads. */
export interface SiteVideos {
  files: VideoFiles
  uploads: string
}

/** The videos in a data folder. */
export function videosIn(dataFolder: string): SiteVideos {
  return { files: createVideoFiles(videosFolder(dataFolder)), uploads: uploadsFolder(dataFolder) }
}

/** One file for an archive; without bytes it is missing. */
export interface PackedFile {
  path: string
  bytes: Buffer | undefined
}

/**
 * Yields the files of each prepared video and the original of each video that is still being prepared. Skips the paths
 * in `packed`.
 */
export async function* videoEntries(
  db: Db,
  { files, uploads }: SiteVideos,
  packed: ReadonlySet<string>,
): AsyncGenerator<PackedFile> {
  // Neither a prepared video nor an original ever changes.
  for (const id of await preparedVideos(db))
    if (!packed.has(`videos/${id}/${MASTER}`)) yield* preparedEntries(files, id)
  for (const id of await originalsOf(db))
    if (!packed.has(`uploads/${id}-000001`)) yield* originalEntries(join(uploads, id), id)
}

async function* preparedEntries(files: VideoFiles, id: string): AsyncGenerator<PackedFile> {
  const found = await files.filesOf(id)
  // The master playlist comes last: with it, all are packed.
  const others = found.filter(({ path }) => path !== MASTER)
  for (const { path } of [...others, { path: MASTER }]) {
    const bytes = await files.read(id, path)
    const fits = bytes !== undefined && bytes.length <= LARGEST_VIDEO_FILE
    yield { path: `videos/${id}/${path}`, bytes: fits ? bytes : undefined }
  }
}

/** An original is large: it is packed in parts. */
async function* originalEntries(file: string, id: string): AsyncGenerator<PackedFile> {
  const found = await stat(file).catch(() => undefined)
  const source = found && (await open(file, 'r').catch(() => undefined))
  if (!source) {
    yield { path: `uploads/${id}-000001`, bytes: undefined }
    return
  }
  try {
    for (let part = 1, at = 0; at < found.size; part += 1, at += ORIGINAL_PART_BYTES) {
      const bytes = Buffer.alloc(Math.min(ORIGINAL_PART_BYTES, found.size - at))
      await source.read(bytes, 0, bytes.length, at)
      yield { path: `uploads/${id}-${String(part).padStart(6, '0')}`, bytes }
    }
  } finally {
    await source.close()
  }
}

/** Writes a file of a video into a folder that is being restored. */
export async function keepVideoFile(folder: string, name: string, bytes: Buffer): Promise<void> {
  const slash = name.indexOf('/')
  await videosIn(folder).files.write(name.slice(0, slash), name.slice(slash + 1), bytes)
}

/** Writes the next part of an original into a folder that is being restored. */
export async function keepOriginalPart(folder: string, name: string, bytes: Buffer): Promise<void> {
  const { uploads } = videosIn(folder)
  await mkdir(uploads, { recursive: true, mode: 0o750 })
  await appendFile(join(uploads, name.slice(0, name.lastIndexOf('-'))), bytes, { mode: 0o640, flush: true })
}

/** Deletes the files of videos without a row, in a folder that is being restored. Returns the paths that are missing. */
export async function checkVideos(db: Db, folder: string): Promise<string[]> {
  const site = videosIn(folder)
  const prepared = new Set(await preparedVideos(db))
  for (const id of await site.files.list()) if (!prepared.has(id)) await site.files.remove(id)
  return (await checkedVideos(db, site)).lost
}

/**
 * How many videos there are, and the paths of files that their rows need and that are missing. Only the node that received an
 * original has it, so with `node` the originals of other nodes do not count.
 */
export async function checkedVideos(
  db: Db,
  { files, uploads }: SiteVideos,
  node?: string,
): Promise<{ of: number; lost: string[] }> {
  const [prepared, originals] = [await preparedVideos(db), await originalsOf(db, node)]
  const lost: string[] = []
  for (const id of prepared) if (!(await isWhole(files, id))) lost.push(`videos/${id}/${MASTER}`)
  for (const id of originals) {
    const found = await stat(join(uploads, id)).catch(() => undefined)
    if (!found) lost.push(`uploads/${id}-000001`)
  }
  return { of: prepared.length + originals.length, lost }
}

/** Whether every file that the playlists of a video name is there. */
async function isWhole(files: VideoFiles, id: string): Promise<boolean> {
  const there = new Set((await files.filesOf(id)).map(({ path }) => path))
  const named = [MASTER]
  for (let path = named[0], at = 0; path !== undefined; at += 1, path = named[at]) {
    if (!there.has(path)) return false
    if (!path.endsWith('.m3u8')) continue
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const text = (await files.read(id, path))?.toString() ?? ''
    const map = /^#EXT-X-MAP:URI="([^"]+)"/m.exec(text)?.[1]
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    named.push(...[...(map === undefined ? [] : [map]), ...lines].map((name) => folder + name))
  }
  return true
}

/** Moves restored videos and originals into the store of the site. */
export async function deliverVideos(folder: string, into: SiteVideos): Promise<void> {
  const from = videosIn(folder)
  for (const id of await from.files.list()) await into.files.store(id, join(videosFolder(folder), id))
  const originals = await readdir(from.uploads).catch(() => [])
  if (originals.length > 0) await mkdir(into.uploads, { recursive: true, mode: 0o750 })
  for (const name of originals) await rename(join(from.uploads, name), join(into.uploads, name))
}
