import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { busy } from '#server/http/app-error.ts'
import type { Version } from './encode.ts'
import type { RunExclusive } from './one-at-a-time.ts'

export interface StoredWidths {
  name: string
  widths: number[]
}

const FILE_NAME = /^([0-9a-f]{40})-([1-9][0-9]{0,3})\.webp$/

/** Where the file of an address is, or `undefined` for a name that none of ours has: no other byte reaches a path. */
export function locationOf(folder: string, file: string): { path: string; name: string } | undefined {
  const [, name, width] = FILE_NAME.exec(file) ?? []
  if (name === undefined || width === undefined) return undefined
  return { path: join(folder, name.slice(0, 2), `${name}-${width}.webp`), name }
}

/** Which of these names have a row. */
type IsStored = (names: string[]) => Promise<Set<string>>

/** A picture's file, whole: bytes that others hold too, or a stream that must be read or destroyed. */
export interface OpenFile {
  size: number
  content: Buffer | Readable
}

export interface StoredFile {
  file: string
  bytes: number
  /** Milliseconds. */
  changedAt: number
}

/** Where pictures are kept: a folder of this machine, which its workers share, or a bucket that all nodes share. */
export interface ImageFiles {
  /** Another node may store what this one is about to delete: only the sweep deletes, after an hour. */
  readonly isShared: boolean
  /** All versions durable under their final names, or an AppError. */
  write(name: string, versions: Version[]): Promise<void>
  /** `undefined` when the file is missing; throws when it cannot be read. */
  open(file: string): Promise<OpenFile | undefined>
  read(file: string): Promise<Buffer | undefined>
  /** All that is stored, some at a time. */
  list(): AsyncGenerator<StoredFile[]>
  /** A file that cannot be deleted stays for the sweep. */
  discard(files: string[]): Promise<void>
}

export function filesOf({ name, widths }: StoredWidths): string[] {
  return widths.map((width) => `${name}-${width}.webp`)
}

/** The pictures of these files; one that was cut off while it was written is of none. */
export function namesOf(files: string[]): string[] {
  return [...new Set(files.flatMap((file) => FILE_NAME.exec(file)?.[1] ?? []))]
}

async function withoutRow(files: string[], isStored: IsStored): Promise<string[]> {
  const stored = await isStored(namesOf(files))
  return files.filter((file) => !stored.has(FILE_NAME.exec(file)?.[1] ?? ''))
}

/** Files last written before that time that no row names. */
export async function orphansIn(
  files: ImageFiles,
  { before, isStored }: { before: number; isStored: IsStored },
): Promise<string[]> {
  const orphans: string[] = []
  for await (const some of files.list()) {
    const old = some.filter(({ changedAt }) => changedAt < before).map(({ file }) => file)
    if (old.length > 0) orphans.push(...(await withoutRow(old, isStored)))
  }
  return orphans
}

const REMOVED_AT_ONCE = 500

/** Deletes the files that still have no row; returns how many. */
export async function removeOrphans(
  files: ImageFiles,
  orphans: string[],
  { isStored, runExclusive }: { isStored: IsStored; runExclusive: RunExclusive },
): Promise<number> {
  let removed = 0
  for (let start = 0; start < orphans.length; start += REMOVED_AT_ONCE) {
    await runExclusive(async () => {
      const some = await withoutRow(orphans.slice(start, start + REMOVED_AT_ONCE), isStored)
      await files.discard(some)
      removed += some.length
    })
  }
  return removed
}

/** A stream costs more than the bytes of nearly every picture; 400 requests at once hold at most 100 MiB of them. */
const READ_WHOLE_MAX = 256 * 1024

/** The pictures' files below `folder`, in sub-folders by the first two letters of the name; other processes may share it. */
export function createImageFiles(folder: string, isShared = false): ImageFiles {
  return {
    isShared,
    async write(name, versions) {
      const home = join(folder, name.slice(0, 2))
      try {
        await makeFolder(folder)
        await makeFolder(home)
        for (const { width, bytes } of versions)
          await writeDurably(join(home, `${name}-${width}.webp`), bytes)
        await syncFolder(home)
        await syncFolder(folder)
      } catch (error) {
        throw isUnavailable(error) ? busy() : error
      }
    },
    async open(file) {
      const location = locationOf(folder, file)
      const opened = location && (await open(location.path).catch(() => undefined))
      if (!opened) return
      const { size } = await opened.stat()
      if (size > READ_WHOLE_MAX) return { size, content: opened.createReadStream() }
      await using _file = opened
      return { size, content: await opened.readFile() }
    },
    async read(file) {
      const location = locationOf(folder, file)
      return location && (await readFile(location.path).catch(goneOnly))
    },
    async *list() {
      for (const home of await foldersIn(folder)) yield await filesIn(join(folder, home))
    },
    async discard(files) {
      for (const file of files) await discard(join(folder, file.slice(0, 2), file))
    },
  }
}

/** Temporary name, then fsync, then the real name: a file under its real name is whole (security.md section 2.1). */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o640)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await discard(temporary)
    throw error
  }
}

/** Of a folder on a read-only disk Node's recursive mkdir says ENOENT; this one says what is the matter. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o750 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

/** A new name is durable only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function discard(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined)
}

async function foldersIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name))
}

async function filesIn(home: string): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const file of await readdir(home)) {
    const stats = await stat(join(home, file)).catch(() => undefined)
    if (stats?.isFile()) files.push({ file, bytes: stats.size, changedAt: stats.mtimeMs })
  }
  return files
}

function goneOnly(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The disk cannot take it now: full, over quota, read-only, failing, or not mounted at all. */
function isUnavailable(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'ENOENT', 'EIO', 'EMFILE', 'ENFILE'].includes(codeOf(error))
}
