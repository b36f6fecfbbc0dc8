import { appendFile, mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/data/database.ts'
import { MASTER } from '#server/features/video/transcode.ts'
import {
  openVideos,
  storedVideos,
  uploadsFolder,
  videosFolder,
  videosIn,
} from '#server/features/video/video-files.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { StoreConfig } from '#server/files/open-store.ts'
import { LARGEST_VIDEO_FILE } from './format.ts'
import { originalsOf, preparedVideos } from './tables.queries.ts'

const ORIGINAL_PART_BYTES = 8 * 1024 * 1024

/** The videos of a site: where the prepared ones are, and the folder of its uploads. */
export interface SiteVideos {
  files: FileStore
  uploads: string
}

export function siteVideos(config: StoreConfig): SiteVideos {
  return { files: openVideos(config), uploads: uploadsFolder(config.DATA_DIR) }
}

/** The videos in a folder that is being restored. */
export function stagedVideos(folder: string): SiteVideos {
  return { files: videosIn(folder), uploads: uploadsFolder(folder) }
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

async function* preparedEntries(files: FileStore, id: string): AsyncGenerator<PackedFile> {
  const master = `${id}/${MASTER}`
  // The master playlist comes last: with it, all are packed.
  const others = [...(await namesIn(files, id))].filter((name) => name !== master)
  for (const name of [...others, master]) {
    const bytes = await files.read(name)
    const fits = bytes !== undefined && bytes.length <= LARGEST_VIDEO_FILE
    yield { path: `videos/${name}`, bytes: fits ? bytes : undefined }
  }
}

async function namesIn(files: FileStore, id: string): Promise<Set<string>> {
  const pages = await Array.fromAsync(files.list(id))
  return new Set(pages.flat().map(({ name }) => name))
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

/** Writes the next part of an original into a folder that is being restored. */
export async function writeOriginalPart(folder: string, name: string, bytes: Buffer): Promise<void> {
  const uploads = uploadsFolder(folder)
  await mkdir(uploads, { recursive: true, mode: 0o750 })
  await appendFile(join(uploads, name.slice(0, name.lastIndexOf('-'))), bytes, { mode: 0o640, flush: true })
}

/** Deletes the files of videos without a row, in a folder that is being restored. Returns the paths that are missing. */
export async function checkVideos(db: Db, folder: string): Promise<string[]> {
  const site = stagedVideos(folder)
  const prepared = new Set(await preparedVideos(db))
  for (const id of await storedVideos(site.files)) if (!prepared.has(id)) await site.files.removeFolder(id)
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
async function isWhole(files: FileStore, id: string): Promise<boolean> {
  const stored = await namesIn(files, id)
  const named = [`${id}/${MASTER}`]
  for (let path = named[0], at = 0; path !== undefined; at += 1, path = named[at]) {
    if (!stored.has(path)) return false
    if (!path.endsWith('.m3u8')) continue
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const text = (await files.read(path))?.toString() ?? ''
    const map = /^#EXT-X-MAP:URI="([^"]+)"/m.exec(text)?.[1]
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    named.push(...[...(map === undefined ? [] : [map]), ...lines].map((name) => folder + name))
  }
  return true
}

/** Moves restored videos and originals into the store of the site. */
export async function deliverVideos(folder: string, into: SiteVideos): Promise<void> {
  const from = stagedVideos(folder)
  for (const id of await storedVideos(from.files))
    await into.files.putFolder(id, join(videosFolder(folder), id), MASTER)
  const originals = await readdir(from.uploads).catch(() => [])
  if (originals.length > 0) await mkdir(into.uploads, { recursive: true, mode: 0o750 })
  for (const name of originals) await rename(join(from.uploads, name), join(into.uploads, name))
}
