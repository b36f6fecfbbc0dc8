import { filesOf } from '#server/archive/make-backup.ts'
import type { ImageFiles } from '#server/features/media/image-files.ts'

interface PictureParts {
  from: ImageFiles
  /** The same as `from` where pictures stay where they are. */
  into: ImageFiles
}

export interface MovedPictures {
  /** Copied now, and read again to be the same bytes. */
  copied: number
  bytes: number
  /** Files that rows name and that are not where they should be: lost before. */
  missing: string[]
}

interface Picture {
  name: string
  widths: string
}

/**
 * Copies pictures that are not there yet, each read back and compared. A name is the hash of its content, so what is
 * there already in its full length is the same. Can be asked again for the few that came since.
 */
export function createPictureMove({ from, into }: PictureParts) {
  const there = new Map<string, number>()
  const moved: MovedPictures = { copied: 0, bytes: 0, missing: [] }
  let listed = false

  async function list(): Promise<void> {
    if (listed) return
    listed = true
    for await (const some of into.list()) for (const { file, bytes } of some) there.set(file, bytes)
  }

  async function copy(name: string, file: string): Promise<void> {
    const known = there.get(file)
    if (from === into && known !== undefined) return
    const bytes = await from.read(file)
    if (!bytes) moved.missing.push(file)
    else if (bytes.length !== known) await put(name, { file, bytes })
  }

  async function put(name: string, { file, bytes }: { file: string; bytes: Buffer }): Promise<void> {
    const width = Number(file.slice(name.length + 1, -'.webp'.length))
    await into.write(name, [{ width, bytes }])
    const arrived = await into.read(file)
    if (!arrived?.equals(bytes)) throw new Error(`The picture ${file} did not arrive as it was sent.`)
    there.set(file, bytes.length)
    moved.copied += 1
    moved.bytes += bytes.length
  }

  return {
    /** `each` hears how many of them are done. */
    async move(pictures: Picture[], each: (done: number) => void): Promise<MovedPictures> {
      await list()
      moved.missing = []
      for (const [index, picture] of pictures.entries()) {
        for (const file of filesOf(picture)) await copy(picture.name, file)
        each(index + 1)
      }
      return moved
    },
  }
}

export type PictureMove = ReturnType<typeof createPictureMove>
