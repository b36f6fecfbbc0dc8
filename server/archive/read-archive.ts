import { createReadStream } from 'node:fs'
import { Parser, type ReadEntry } from 'tar'
import { type EntryKind, LARGEST, type Place, placeIn } from './format.ts'

/** What is wrong with an archive, in a sentence for whoever tries to restore it. */
export class BadArchive extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadArchive'
  }
}

export interface ArchiveEntry extends Place {
  path: string
  bytes: Buffer
}

const ORDER: EntryKind[] = ['head', 'picture', 'rows', 'checksums', 'manifest']

/** Only plain files, only at our places, none too large. */
function placeOf({ path, type, size }: ReadEntry): Place {
  if (type !== 'File' && type !== 'OldFile')
    throw new BadArchive(`It holds ${JSON.stringify(path)}, which is no file but a ${type}.`)
  const place = placeIn(path)
  if (!place) throw new BadArchive(`It holds ${JSON.stringify(path)}, which no backup of Lectern holds.`)
  if (size > LARGEST[place.kind]) throw new BadArchive(`${path} is too large for what it should be.`)
  return place
}

/** Each only once and only in our order; what does not pass is never read. */
function createGate(): (entry: ReadEntry) => Place {
  const seen = new Set<string>()
  let stage = 0
  return (entry) => {
    const place = placeOf(entry)
    if (seen.has(entry.path)) throw new BadArchive(`It holds ${entry.path} twice.`)
    seen.add(entry.path)
    const at = ORDER.indexOf(place.kind)
    const first = seen.size === 1
    if (at < stage || first !== (place.kind === 'head'))
      throw new BadArchive(`${entry.path} is not where Lectern puts it.`)
    stage = at
    return place
  }
}

/**
 * Hands each file of the archive to `take`, one after the other, whole and in order; nothing is written anywhere.
 * Throws BadArchive for anything that is not a backup of Lectern, and what `take` throws.
 */
export async function readArchive(file: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const admit = createGate()
  const source = createReadStream(file)
  const parser = new Parser({ strict: true })
  const ended = Promise.withResolvers<void>()
  let turn = Promise.resolve()
  const fail = (error: unknown) => {
    source.destroy()
    ended.reject(error)
  }
  const takeNext = async (entry: ReadEntry) => {
    const place = admit(entry)
    const bytes = await entry.concat()
    await take({ ...place, path: entry.path, bytes })
  }
  parser.on('entry', (entry: ReadEntry) => {
    turn = turn.then(() => takeNext(entry))
    turn.catch(fail)
  })
  parser.on('ignoredEntry', ({ path }: ReadEntry) =>
    fail(new BadArchive(`It holds ${JSON.stringify(path)}.`)),
  )
  parser.on('error', () => fail(new BadArchive('It is no whole tar archive: cut off, or something else.')))
  parser.on('end', () => {
    turn.then(ended.resolve, fail)
  })
  source.on('error', fail)
  source.pipe(parser)
  await ended.promise
}
