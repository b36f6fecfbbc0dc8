import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { createDiskStore } from '#server/files/disk-store.ts'
import type { FileKind, FileStore, NewFile } from '#server/files/file-store.ts'
import { bucketOf, openStore, type StoreConfig } from '#server/files/open-store.ts'
import { busy } from '#server/http/app-error.ts'
import type { Version } from './encode.ts'

export interface StoredWidths {
  name: string
  widths: number[]
}

const FILE_NAME = /^([0-9a-f]{40})-[1-9][0-9]{0,3}\.webp$/

const PICTURES: FileKind = {
  folder: 'media',
  names: FILE_NAME,
  hasSubfolders: true,
  tryMs: 4500,
  wholeMs: 10_000,
}
const CACHE = { max: 1000, maxSize: 32 * 1024 * 1024, ttl: 600_000 }

/** The folder of the pictures in the data folder; with the database it is the whole state of a small site. */
export function mediaFolder(dataFolder: string): string {
  return join(dataFolder, PICTURES.folder)
}

/** The pictures of a site: in its bucket, else in the data folder. */
export function openPictures(config: StoreConfig): FileStore {
  const files = openStore(config, PICTURES)
  return bucketOf(config) ? inMemory(files) : files
}

/** The pictures in a data folder. */
export function picturesIn(dataFolder: string): FileStore {
  return createDiskStore(mediaFolder(dataFolder), PICTURES)
}

/** Keeps pictures of a bucket in memory for a while. One that arrived incomplete is a 503 and is not kept. */
function inMemory(files: FileStore): FileStore {
  async function read(file: string): Promise<Buffer | undefined> {
    const bytes = await files.read(file)
    if (bytes && !isWhole(bytes))
      throw Object.assign(busy(), { cause: new Error(`Only ${bytes.length} bytes of ${file} arrived`) })
    return bytes
  }
  const cache = new LRUCache<string, Buffer>({
    ...CACHE,
    sizeCalculation: (bytes) => bytes.length + 1,
    fetchMethod: read,
  })
  return {
    ...files,
    read,
    async open(file) {
      const bytes = await cache.fetch(file)
      return bytes && { size: bytes.length, content: bytes }
    },
  }
}

/** Compares the size with the length in the WebP header. */
function isWhole(bytes: Buffer): boolean {
  return (
    bytes.length > 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.readUInt32LE(4) + 8 === bytes.length
  )
}

/** The picture of a file, or `undefined` if the file is not one of a picture. */
export function pictureOfFile(file: string): string | undefined {
  return FILE_NAME.exec(file)?.[1]
}

/** The pictures of these files. A file that was cut off while it was written is of none. */
export function picturesOfFiles(files: string[]): string[] {
  return [...new Set(files.flatMap((file) => pictureOfFile(file) ?? []))]
}

export function filesOf({ name, widths }: StoredWidths): string[] {
  return widths.map((width) => fileOf(name, width))
}

/** The files of the versions of a picture. */
export function newFilesOf(name: string, versions: Version[]): NewFile[] {
  return versions.map(({ width, bytes }) => ({ name: fileOf(name, width), bytes }))
}

const fileOf = (name: string, width: number) => `${name}-${width}.webp`
