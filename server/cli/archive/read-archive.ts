import { createReadStream } from 'node:fs'
import { Parser, type ReadEntry } from 'tar'
import { Head, Manifest, PLACES } from './format.ts'
import { sha256 } from './write-archive.ts'

/** An invalid archive, with a sentence for the operator. */
export class BadArchive extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadArchive'
  }
}

export const CUT_OFF = 'It is not whole: its end is missing.'

type Place = (typeof PLACES)[number]

interface ArchiveFile {
  kind: Place['kind']
  path: string
  /** The name of a picture's file or of a table. */
  name: string
  bytes: Buffer
}

export type ArchiveEntry =
  | { kind: 'head'; head: Head }
  | { kind: 'picture' | 'rows'; name: string; bytes: Buffer }
  | { kind: 'manifest'; manifest: Manifest }

type Admitted = Omit<ArchiveFile, 'bytes'>

/** Accepts only plain files with a known path and size. */
function placeOf({ path, type, size }: ReadEntry): Place | BadArchive {
  if (type !== 'File' && type !== 'OldFile')
    return new BadArchive(`It holds ${JSON.stringify(path)}, which is no file but a ${type}.`)
  const place = PLACES.find((each) => each.path.test(path))
  if (!place) return new BadArchive(`It holds ${JSON.stringify(path)}, which no backup of Lectern holds.`)
  return size > place.largest ? new BadArchive(`${path} is too large for what it should be.`) : place
}

/** Accepts each file once and in order; never reads the bytes of others. */
function createGate(): (entry: ReadEntry) => Admitted | BadArchive {
  const seen = new Set<string>()
  let stage = 0
  return (entry) => {
    const { path } = entry
    const place = placeOf(entry)
    if (place instanceof BadArchive) return place
    if (seen.has(path)) return new BadArchive(`It holds ${path} twice.`)
    const at = PLACES.indexOf(place)
    if (at < stage || (seen.size === 0) !== (place.kind === 'head'))
      return new BadArchive(`${path} is not where Lectern puts it.`)
    seen.add(path)
    stage = at
    return { kind: place.kind, path, name: place.path.exec(path)?.[1] ?? '' }
  }
}

/** Yields the complete files of a tar archive, plain or gzipped. */
async function* filesIn(archive: string): AsyncGenerator<ArchiveFile> {
  const admit = createGate()
  const parser = new Parser({ strict: true, zstd: false })
  const files: ArchiveFile[] = []
  const failures: BadArchive[] = []
  const ends: true[] = []
  parser.on('entry', (entry: ReadEntry) => {
    const file = failures[0] ?? admit(entry)
    if (file instanceof BadArchive) {
      failures.push(file)
      entry.resume()
      return
    }
    const chunks: Buffer[] = []
    entry.on('data', (chunk: Buffer) => chunks.push(chunk))
    entry.on('end', () => files.push({ ...file, bytes: Buffer.concat(chunks) }))
  })
  parser.on('ignoredEntry', ({ path }: ReadEntry) =>
    failures.push(new BadArchive(`It holds ${JSON.stringify(path)}.`)),
  )
  parser.on('error', () =>
    failures.push(new BadArchive('It is no whole tar archive: cut off, or something else.')),
  )
  parser.on('end', () => ends.push(true))
  for await (const chunk of createReadStream(archive)) {
    parser.write(chunk)
    if (failures[0]) throw failures[0]
    yield* files.splice(0)
  }
  parser.end()
  if (failures[0]) throw failures[0]
  yield* files.splice(0)
  if (ends.length === 0) throw new BadArchive(CUT_OFF)
}

/**
 * Yields the entries of an archive in order and writes nothing to disk. Yields the manifest last, and only if all checksums
 * match. Throws BadArchive for anything that is not a backup of Lectern.
 */
export async function* readArchive(archive: string): AsyncGenerator<ArchiveEntry> {
  const sums = new Map<string, string>()
  const last: { checksums?: Buffer; manifest?: Buffer } = {}
  for await (const { kind, path, name, bytes } of filesIn(archive)) {
    if (kind === 'checksums' || kind === 'manifest') {
      last[kind] = bytes
      continue
    }
    sums.set(path, sha256(bytes))
    yield kind === 'head' ? { kind, head: headIn(bytes) } : { kind, name, bytes }
  }
  if (!(last.checksums && last.manifest)) throw new BadArchive(CUT_OFF)
  const manifest = manifestIn(last.manifest)
  if (sha256(last.checksums) !== manifest.checksums)
    throw new BadArchive('SHA256SUMS is not what was put into it.')
  compare(sums, last.checksums)
  yield { kind: 'manifest', manifest }
}

/** Throws unless the checksums match exactly the files of the archive. */
function compare(seen: Map<string, string>, checksums: Buffer): void {
  const lines = checksums.toString().split('\n').slice(0, -1)
  const promised = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  for (const [path, sum] of promised) {
    if (!seen.has(path)) throw new BadArchive(`${path || 'A file'} is missing in it.`)
    if (seen.get(path) !== sum) throw new BadArchive(`${path} is not what was put into it.`)
  }
  for (const path of seen.keys())
    if (!promised.has(path)) throw new BadArchive(`${path} was added to it later.`)
}

function manifestIn(bytes: Buffer): Manifest {
  const parsed = Manifest.safeParse(parsedJson(bytes.toString()))
  if (!parsed.success) throw new BadArchive('Its manifest was not made by Lectern.')
  return parsed.data
}

function headIn(bytes: Buffer): Head {
  const parsed = Head.safeParse(parsedJson(bytes.toString()))
  if (!parsed.success) throw new BadArchive('It was made by another program, or by a newer Lectern.')
  return parsed.data
}

/** `undefined` for invalid JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
