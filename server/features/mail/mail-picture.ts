import sharp from 'sharp'
import type { Db } from '#server/data/database.ts'
import { findWidths } from './mail-picture.queries.ts'

/** Twice the size of the layout, for dense screens. */
const SIZE = { width: 256, height: 144 }

/** Reads a stored file of a picture. */
export type ReadPicture = (file: string) => Promise<Buffer | undefined>

/** A stored picture as a small JPEG, because many mail programs do not support WebP. `undefined` if it no longer exists. */
export async function mailPicture(db: Db, read: ReadPicture, name: string): Promise<Buffer | undefined> {
  const widths = await findWidths(db, name)
  const width = widths.find((each) => each >= SIZE.width) ?? widths.at(-1)
  const bytes = width === undefined ? undefined : await read(`${name}-${width}.webp`)
  return (
    bytes &&
    sharp(bytes)
      .resize({ ...SIZE, fit: 'cover' })
      .jpeg({ quality: 80 })
      .toBuffer()
  )
}
