import { Manifest, parsedJson } from './format.ts'
import { type ArchiveEntry, BadArchive } from './read-archive.ts'
import { sha256 } from './write-archive.ts'

const LINE = /^([0-9a-f]{64}) {2}(\S+)$/

/** Throws BadArchive unless exactly the files that were `seen` are promised, as they are. */
function compare(seen: Map<string, string>, promised: Buffer): void {
  const left = new Map(seen)
  for (const line of promised.toString('utf8').split('\n').slice(0, -1)) {
    const [, sum, path = ''] = LINE.exec(line) ?? []
    const found = left.get(path)
    if (sum === undefined || found === undefined)
      throw new BadArchive(`${path || 'A file'} is missing in it.`)
    if (found !== sum) throw new BadArchive(`${path} is not what was put into it.`)
    left.delete(path)
  }
  const [stranger] = left.keys()
  if (stranger !== undefined) throw new BadArchive(`${stranger} was added to it later.`)
}

function compareCounts(rows: Map<string, number>, promised: Manifest['rows']): void {
  for (const [table, count] of Object.entries(promised)) {
    if ((rows.get(table) ?? 0) !== count) throw new BadArchive(`It does not hold ${count} rows of ${table}.`)
  }
}

/** Compares what came out of an archive with the checksums and counts that were put in last. */
export function createSeal() {
  const seen = new Map<string, string>()
  const rows = new Map<string, number>()
  let checksums: Buffer | undefined
  let manifest: Manifest | undefined

  return {
    see({ kind, name, path, bytes }: ArchiveEntry): void {
      if (kind === 'checksums') checksums = bytes
      else if (kind === 'manifest') manifest = manifestIn(bytes)
      else seen.set(path, sha256(bytes))
      if (kind === 'rows') rows.set(name, (rows.get(name) ?? 0) + countLines(bytes))
    },
    /** Throws BadArchive unless everything is there as it was put in. */
    check(): Manifest {
      if (!(checksums && manifest)) throw new BadArchive('It is not whole: its end is missing.')
      if (sha256(checksums) !== manifest.checksums)
        throw new BadArchive('SHA256SUMS is not what was put into it.')
      compare(seen, checksums)
      compareCounts(rows, manifest.rows)
      return manifest
    },
  }
}

function manifestIn(bytes: Buffer): Manifest {
  const parsed = Manifest.safeParse(parsedJson(bytes))
  if (!parsed.success) throw new BadArchive('Its manifest was not made by Lectern.')
  return parsed.data
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1
  return count
}
