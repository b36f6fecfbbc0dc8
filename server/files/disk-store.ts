import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { busy } from '#server/http/app-error.ts'
import type { FileKind, FileStore, StoredFile } from './file-store.ts'

/** A stream costs more than the bytes of most files; 400 requests at once read at most 100 MiB into memory. */
const READ_WHOLE_MAX = 256 * 1024
const PROBE = Buffer.alloc(4096)

/** Files below `folder`, whose parent must exist. Other processes may share it. */
export function createDiskStore(
  folder: string,
  { names, hasSubfolders = false }: Pick<FileKind, 'names' | 'hasSubfolders'>,
  isShared = false,
): FileStore {
  const pathOf = (name: string) => join(folder, hasSubfolders ? name.slice(0, 2) : '', name)
  const nameOf = (path: string) => relative(hasSubfolders ? dirname(path) : folder, path)

  async function folders(): Promise<string[]> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const found = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    return hasSubfolders ? found.filter((name) => name.length === 2) : found
  }

  return {
    isShared,
    location: folder,
    async put(files) {
      try {
        const written = files.map(({ name, bytes }) => ({ path: pathOf(name), bytes }))
        await writeAll(folder, written)
      } catch (error) {
        throw isUnavailable(error) ? Object.assign(busy(), { cause: error }) : error
      }
    },
    async putFolder(name, from) {
      await mkdir(folder, { recursive: true, mode: 0o750 })
      await syncBelow(from)
      await rm(join(folder, name), { recursive: true, force: true })
      await rename(from, join(folder, name))
      await sync(folder)
    },
    async sizeOf(name) {
      const found = await stat(pathOf(name)).catch(() => undefined)
      return found?.isFile() ? found.size : undefined
    },
    async open(name, range) {
      const file = names.test(name) ? await open(pathOf(name)).catch(() => undefined) : undefined
      if (!file) return
      const whole = (await file.stat()).size
      const { start, end } = range ?? { start: 0, end: whole - 1 }
      const size = end - start + 1
      if (size > READ_WHOLE_MAX)
        return { size, content: file.createReadStream({ start, end, highWaterMark: READ_WHOLE_MAX }) }
      await using _file = file
      const content = Buffer.alloc(size)
      const { bytesRead } = await file.read(content, 0, size, start)
      return { size: bytesRead, content: content.subarray(0, bytesRead) }
    },
    read: async (name) => (names.test(name) ? readFile(pathOf(name)).catch(rejectUnlessMissing) : undefined),
    async *list(within) {
      for (const each of within === undefined ? await folders() : [within]) {
        const files = await filesBelow(join(folder, each))
        yield files.map(({ name, ...file }) => ({ ...file, name: nameOf(join(folder, each, name)) }))
      }
    },
    folders,
    async remove(files) {
      for (const name of files) await rm(pathOf(name), { force: true }).catch(() => undefined)
    },
    removeFolder: (name) => rm(join(folder, name), { recursive: true, force: true }),
    check: () => checkFolder(folder),
  }
}

/** Throws when the disk of a folder is full or read-only. */
export async function checkFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  const probe = join(folder, `.ready-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(probe, PROBE, { flag: 'wx' })
  } finally {
    await unlink(probe).catch(() => undefined)
  }
}

/** All files below a folder, by their paths in it. */
export async function filesBelow(folder: string): Promise<StoredFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files: StoredFile[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const found = entry.isFile() ? await stat(path).catch(() => undefined) : undefined
    if (found) files.push({ name: relative(folder, path), bytes: found.size, changedAt: found.mtimeMs })
  }
  return files
}

/** Writes files durably, with the folders between `folder` and them. */
async function writeAll(folder: string, files: { path: string; bytes: Buffer }[]): Promise<void> {
  const made = new Set<string>()
  for (const { path, bytes } of files) {
    for (const each of foldersTo(folder, dirname(path))) {
      if (!made.has(each)) await makeFolder(each)
      made.add(each)
    }
    await writeDurably(path, bytes)
  }
  // A new name is durable only when its folder is.
  for (const each of [...made].toReversed()) await sync(each)
}

/** The folder and those below it that lead to `last`, outermost first. */
function foldersTo(folder: string, last: string): string[] {
  const parts = relative(folder, last).split(sep)
  return [folder, ...parts.map((_, index) => join(folder, ...parts.slice(0, index + 1)))]
}

/** Temporary name, then fsync, then the real name: a file under its real name is whole. */
async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o640, flush: true })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

/** On a read-only disk, the recursive mkdir of Node fails with ENOENT; this one names the cause. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o750 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

async function syncBelow(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) await sync(join(entry.parentPath, entry.name))
  await sync(folder)
}

async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

function rejectUnlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The disk cannot take it now: full, over quota, read-only, failing, or not mounted at all. */
function isUnavailable(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'ENOENT', 'EIO', 'EMFILE', 'ENFILE'].includes(codeOf(error))
}
