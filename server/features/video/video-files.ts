import { join } from 'node:path'
import { createDiskStore } from '#server/files/disk-store.ts'
import type { FileKind, FileStore } from '#server/files/file-store.ts'
import { openStore, type StoreConfig } from '#server/files/open-store.ts'

/** `<video>/master.m3u8`, `<video>/720p/00012.m4s`, `<video>/storyboard-1.jpg`. */
const FILE = /^[0-9a-f]{24}\/(?:[a-z0-9]{1,8}\/)?[a-z0-9_-]{1,24}\.(?:m3u8|m4s|mp4|jpg)$/
const VIDEO_ID = /^[0-9a-f]{24}$/

const VIDEOS: FileKind = { folder: 'videos', names: FILE, tryMs: 60_000, wholeMs: 120_000 }

/** The folder of the videos in the data folder. */
export function videosFolder(dataFolder: string): string {
  return join(dataFolder, VIDEOS.folder)
}

/** The folder in which uploads arrive, in the data folder. */
export function uploadsFolder(dataFolder: string): string {
  return join(dataFolder, 'uploads')
}

/** The prepared videos of a site: in its bucket, else in the data folder. */
export function openVideos(config: StoreConfig): FileStore {
  return openStore(config, VIDEOS)
}

/** The prepared videos in a data folder. */
export function videosIn(dataFolder: string): FileStore {
  return createDiskStore(videosFolder(dataFolder), VIDEOS)
}

/** Whether an address names a file that a prepared video can have; no other name reaches a path. */
export function isVideoFile(name: string): boolean {
  return FILE.test(name)
}

/** The ids of all videos that have files. */
export async function storedVideos(files: FileStore): Promise<string[]> {
  return (await files.folders()).filter((name) => VIDEO_ID.test(name))
}
