import { createReadStream } from 'node:fs'
import { Parser, type ReadEntry } from 'tar'
import type { z } from 'zod'
import { ENTRIES, Head, Manifest, sumLine } from './format.ts'
import { sha256 } from './write-archive.ts'

export class BadArchive extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadArchive'
  }
}

export const CUT_OFF = 'It is not whole: its end is missing.'
const OTHER_PROGRAM = 'It was made by another program, or by a newer Lectern.'

interface ArchiveFile {
  kind: (typeof ENTRIES)[number]['kind']
  path: string
  name: string
  bytes: Buffer
}

export type ArchiveEntry =
  | { kind: 'head'; head: Head }
  | { kind: 'picture' | 'video' | 'original' | 'rows' | 'key'; name: string; bytes: Buffer }
  | { kind: 'manifest'; manifest: Manifest }

/** Throws unless the entry is a plain file with a known path and size, comes once, and the head comes first. */
function admit({ path, type, size }: ReadEntry, seen: Set<string>): Omit<ArchiveFile, 'bytes'> {
  const quoted = JSON.stringify(path)
  if (type !== 'File' && type !== 'OldFile')
    throw new BadArchive(`It holds ${quoted}, which is no file but a ${type}.`)
  const entry = ENTRIES.find((each) => each.path.test(path))
  if (!entry) throw new BadArchive(`It holds ${quoted}, which no backup of Lectern holds.`)
  if (size > entry.largest) throw new BadArchive(`${path} is too large for what it should be.`)
  if (seen.has(path)) throw new BadArchive(`It holds ${path} twice.`)
  if ((seen.size === 0) !== (entry.kind === 'head'))
    throw new BadArchive(`${path} is not where Lectern puts it.`)
  seen.add(path)
  return { kind: entry.kind, path, name: entry.path.exec(path)?.[1] ?? '' }
}

/** Yields the complete files of a tar archive, plain or gzipped. Never reads the bytes of a rejected file. */
async function* filesIn(archive: string): AsyncGenerator<ArchiveFile> {
  const seen = new Set<string>()
  const files: ArchiveFile[] = []
  const failures: unknown[] = []
  const ends: true[] = []
  const parser = new Parser({ strict: true, zstd: false })
  parser.on('entry', (entry: ReadEntry) => {
    try {
      const file = admit(entry, seen)
      const chunks: Buffer[] = []
      entry.on('data', (chunk: Buffer) => chunks.push(chunk))
      entry.on('end', () => files.push({ ...file, bytes: Buffer.concat(chunks) }))
    } catch (error) {
      failures.push(error)
      entry.resume()
    }
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
    if (failures.length > 0) throw failures[0]
    yield* files.splice(0)
  }
  parser.end()
  if (failures.length > 0) throw failures[0]
  yield* files.splice(0)
  if (ends.length === 0) throw new BadArchive(CUT_OFF)
}

/**
 * Yields the entries of an archive in order and writes nothing to disk. Yields the manifest last, and only if all checksums
 * match. Throws BadArchive for anything that is not a backup of Lectern.
 */
export async function* readArchive(archive: string): AsyncGenerator<ArchiveEntry> {
  const sums: string[] = []
  const last: { checksums?: Buffer; manifest?: Buffer } = {}
  for await (const { kind, path, name, bytes } of filesIn(archive)) {
    if (kind === 'checksums' || kind === 'manifest') {
      last[kind] = bytes
      continue
    }
    sums.push(sumLine(path, bytes))
    yield kind === 'head' ? { kind, head: parse(Head, bytes, OTHER_PROGRAM) } : { kind, name, bytes }
  }
  if (!(last.checksums && last.manifest)) throw new BadArchive(CUT_OFF)
  const manifest = parse(Manifest, last.manifest, 'Its manifest was not made by Lectern.')
  if (sha256(last.checksums) !== manifest.checksums)
    throw new BadArchive('SHA256SUMS is not what was put into it.')
  compare(sums, last.checksums)
  yield { kind: 'manifest', manifest }
}

function compare(sums: string[], checksums: Buffer): void {
  const promised = new Set(checksums.toString().split(/(?<=\n)/))
  const wrong = sums.find((line) => !promised.delete(line))
  if (wrong !== undefined)
    throw new BadArchive(`${pathIn(wrong)} is not what was put into it, or was added to it later.`)
  const [missing] = promised
  if (missing !== undefined) throw new BadArchive(`${pathIn(missing)} is missing in it.`)
}

const pathIn = (line: string) => line.slice(66).trimEnd() || 'A file'

function parse<Schema extends z.ZodType>(schema: Schema, bytes: Buffer, otherwise: string): z.infer<Schema> {
  const parsed = schema.safeParse(parsedJson(bytes.toString()))
  if (!parsed.success) throw new BadArchive(otherwise)
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
