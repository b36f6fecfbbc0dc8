import { isPicture } from '#server/features/media/decode.ts'
import { filesOf, type ImageFiles, type StoredWidths } from '#server/features/media/image-files.ts'
import { sha256 } from './write-archive.ts'

type Progress = (line: string) => void

export interface LostPicture {
  file: string
  why: 'is missing' | 'cannot be read as a picture' | 'is not the picture that was stored'
}

/** The files of rows that are missing, cannot be decoded or do not match their name. */
export async function lostPictures(
  stored: ImageFiles,
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
  stored: ImageFiles,
  file: string,
  isWidest: boolean,
): Promise<LostPicture['why'] | undefined> {
  const bytes = await stored.read(file).catch(() => undefined)
  if (!bytes) return 'is missing'
  if (!(await isPicture(bytes))) return 'cannot be read as a picture'
  const isStored = !isWidest || sha256(bytes).slice(0, 40) === file.slice(0, 40)
  return isStored ? undefined : 'is not the picture that was stored'
}

export async function discardStrays(stored: ImageFiles, pictures: StoredWidths[]): Promise<void> {
  const named = new Set(pictures.flatMap(filesOf))
  for await (const some of stored.list())
    await stored.discard(some.map(({ file }) => file).filter((file) => !named.has(file)))
}

interface Copying {
  from: ImageFiles
  into: ImageFiles
  pictures: StoredWidths[]
  progress: Progress
}

/** Copies missing files, reads each back and throws if the bytes differ. */
export async function copyPictures({ from, into, pictures, progress }: Copying): Promise<void> {
  const isThere = async (file: string, bytes: Buffer) =>
    (await into.read(file).catch(() => undefined))?.equals(bytes) === true
  for (const [index, { name, widths }] of pictures.entries()) {
    const copy = async (width: number) => {
      const file = `${name}-${width}.webp`
      const bytes = await from.read(file)
      if (!bytes || (await isThere(file, bytes))) return
      await into.write(name, [{ width, bytes }])
      if (!(await isThere(file, bytes))) throw new Error(`The picture ${file} arrived damaged.`)
    }
    await Promise.all(widths.map(copy))
    progress(`pictures: ${index + 1} of ${pictures.length} are in their place`)
  }
}
