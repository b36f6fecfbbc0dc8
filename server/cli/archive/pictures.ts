import { isPicture } from '#server/features/media/decode.ts'
import { filesOf, type StoredWidths } from '#server/features/media/picture-files.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { sha256 } from './write-archive.ts'

type Progress = (line: string) => void

export interface LostPicture {
  file: string
  why: 'is missing' | 'cannot be read as a picture' | 'is not the picture that was stored'
}

/** The files of rows that are missing, cannot be decoded or do not match their name. */
export async function lostPictures(
  stored: FileStore,
  pictures: StoredWidths[],
  progress: Progress,
): Promise<LostPicture[]> {
  const lost: LostPicture[] = []
  for (const [index, picture] of pictures.entries()) {
    progress(`checking pictures: ${index} of ${pictures.length}`)
    const files = filesOf(picture)
    const found = await Promise.all(
      files.map(async (file) => ({ file, why: await whyLost(stored, file, file === files.at(-1)) })),
    )
    lost.push(...found.flatMap(({ file, why }) => (why ? [{ file, why }] : [])))
  }
  return lost
}

/** A file's name is the hash of the widest version. */
async function whyLost(
  stored: FileStore,
  file: string,
  isWidest: boolean,
): Promise<LostPicture['why'] | undefined> {
  const bytes = await stored.read(file).catch(() => undefined)
  if (!bytes) return 'is missing'
  if (!(await isPicture(bytes))) return 'cannot be read as a picture'
  const isStored = !isWidest || sha256(bytes).slice(0, 40) === file.slice(0, 40)
  return isStored ? undefined : 'is not the picture that was stored'
}

export async function discardStrays(stored: FileStore, pictures: StoredWidths[]): Promise<void> {
  const named = new Set(pictures.flatMap(filesOf))
  for await (const some of stored.list())
    await stored.remove(some.map(({ name }) => name).filter((name) => !named.has(name)))
}

interface Copying {
  from: FileStore
  into: FileStore
  pictures: StoredWidths[]
  progress: Progress
}

/** Copies missing files, reads each back and throws if the bytes differ. */
export async function copyPictures({ from, into, pictures, progress }: Copying): Promise<void> {
  const isThere = async (file: string, bytes: Buffer) =>
    (await into.read(file).catch(() => undefined))?.equals(bytes) === true
  for (const [index, picture] of pictures.entries()) {
    const copy = async (file: string) => {
      const bytes = await from.read(file)
      if (!bytes || (await isThere(file, bytes))) return
      await into.put([{ name: file, bytes }])
      if (!(await isThere(file, bytes))) throw new Error(`The picture ${file} arrived damaged.`)
    }
    await Promise.all(filesOf(picture).map(copy))
    progress(`pictures: ${index + 1} of ${pictures.length} are in their place`)
  }
}
