import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { busy } from '#server/core/http/errors.ts'
import type { Version } from './encode.ts'
import type { InTurn } from './turns.ts'

export interface StoredWidths {
  name: string
  widths: number[]
}

const PLACE = /^([0-9a-f]{40})-([1-9][0-9]{0,3})\.webp$/

/** Where the file of an address is, or `undefined` for a name that none of ours has: no other byte reaches a path. */
export function placeOf(folder: string, file: string): { path: string; name: string } | undefined {
  const [, name, width] = PLACE.exec(file) ?? []
  if (name === undefined || width === undefined) return undefined
  return { path: join(folder, name.slice(0, 2), `${name}-${width}.webp`), name }
}

interface OrphanRules {
  /** Only files last written before this time. */
  before: number
  isStored: (names: string[]) => Promise<Set<string>>
  inTurn: InTurn
}

export interface ImageFiles {
  /** All versions durable under their final names, or a Refusal and no promise. */
  write(name: string, versions: Version[]): Promise<void>
  /** A file that cannot be deleted stays for the sweep. */
  remove(pictures: StoredWidths[]): Promise<void>
  removeOrphans(rules: OrphanRules): Promise<number>
}

/** The pictures' files below `folder`, in sub-folders by the first two letters of the name. */
export function createImageFiles(folder: string): ImageFiles {
  return {
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
    async remove(pictures) {
      for (const { name, widths } of pictures) {
        for (const width of widths) await discard(join(folder, name.slice(0, 2), `${name}-${width}.webp`))
      }
    },
    async removeOrphans({ before, isStored, inTurn }) {
      let removed = 0
      for (const home of await foldersIn(folder)) {
        const old = await filesBefore(join(folder, home), before)
        if (old.length === 0) continue
        await inTurn(async () => {
          const stored = await isStored([...new Set(old.flatMap((file) => PLACE.exec(file)?.[1] ?? []))])
          for (const file of old) {
            if (stored.has(PLACE.exec(file)?.[1] ?? '')) continue
            await discard(join(folder, home, file))
            removed += 1
          }
        })
      }
      return removed
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

async function filesBefore(folder: string, before: number): Promise<string[]> {
  const old: string[] = []
  for (const file of await readdir(folder)) {
    const found = await stat(join(folder, file)).catch(() => undefined)
    if (found?.isFile() && found.mtimeMs < before) old.push(file)
  }
  return old
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The disk cannot take it now: full, over quota, read-only, failing, or not mounted at all. */
function isUnavailable(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'ENOENT', 'EIO', 'EMFILE', 'ENFILE'].includes(codeOf(error))
}
