import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { isPicture } from '#server/features/media/decode.ts'
import type { ImageFiles } from '#server/features/media/image-files.ts'
import { filesOf } from './make-backup.ts'

export interface LostPicture {
  file: string
  /** As the end of a sentence about it. */
  why: 'is missing' | 'cannot be read as a picture' | 'is not the picture that was stored'
}

interface LookParts {
  files: ImageFiles
  pictures: { name: string; widths: string }[]
  progress: (line: string) => void
}

/** The files that rows name and that are not there, cannot be decoded, or are no longer what their name says. */
export async function lostPictures({ files, pictures, progress }: LookParts): Promise<LostPicture[]> {
  const lost: LostPicture[] = []
  let next = 0
  const look = async () => {
    for (let picture = pictures[next]; picture; picture = pictures[next]) {
      next += 1
      if (next % 500 === 0) progress(`looking at pictures: ${next} of ${pictures.length}`)
      lost.push(...(await lostOf(files, picture)))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, look))
  return lost.toSorted((a, b) => (a.file < b.file ? -1 : 1))
}

async function lostOf(stored: ImageFiles, picture: { name: string; widths: string }): Promise<LostPicture[]> {
  const lost: LostPicture[] = []
  const files = filesOf(picture)
  for (const file of files) {
    const why = await whyLost(stored, { file, widest: file === files.at(-1), name: picture.name })
    if (why) lost.push({ file, why })
  }
  return lost
}

async function whyLost(
  stored: ImageFiles,
  { file, widest, name }: { file: string; widest: boolean; name: string },
): Promise<LostPicture['why'] | undefined> {
  const bytes = await stored.read(file).catch(() => undefined)
  if (!bytes) return 'is missing'
  if (!(await isPicture(bytes))) return 'cannot be read as a picture'
  const hash = createHash('sha256').update(bytes).digest('hex')
  return widest && !hash.startsWith(name) ? 'is not the picture that was stored' : undefined
}
