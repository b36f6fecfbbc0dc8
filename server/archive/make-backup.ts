import type { Database, Db } from '#server/core/db/database.ts'
import type { ImageFiles } from '#server/features/media/image-files.ts'
import {
  CHECKSUMS,
  HEAD,
  type Head,
  LARGEST,
  MANIFEST,
  type Manifest,
  PART_BYTES,
  picturePath,
  rowsPath,
  TABLES,
  type Table,
} from './format.ts'
import { newestMigration, picturesOf, rowsOf } from './tables.queries.ts'
import { END, entry, sha256, writeWhole } from './write-archive.ts'

interface BackupParts {
  /** Opened to read: each of its transactions is one moment of the site, and nobody waits for it. */
  db: Database
  files: ImageFiles
  file: string
  progress: (line: string) => void
}

/** How often the pictures that came or went meanwhile are looked at again. */
const LOOKS_MAX = 50

/**
 * Writes the archive while the site runs. Pictures go in first and rows after, as the site itself writes: the rows are
 * those of one moment, and every picture that they name is in already. A picture that was deleted before that moment
 * may be in, too; no row names it, and a restore leaves it out.
 */
export async function makeBackup(parts: BackupParts): Promise<Manifest> {
  const made: { manifest?: Manifest } = {}
  await writeWhole(
    parts.file,
    archiveOf(parts, (manifest) => {
      made.manifest = manifest
    }),
  )
  if (!made.manifest) throw new Error('The archive ended without its manifest.')
  return made.manifest
}

async function* archiveOf(parts: BackupParts, told: (manifest: Manifest) => void): AsyncGenerator<Buffer> {
  const { db, progress } = parts
  const schema = await newestMigration(db)
  if (schema === undefined) throw new Error('The database is empty: start the site once.')
  const sums: string[] = []
  const pack = (path: string, bytes: Buffer) => {
    sums.push(`${sha256(bytes)}  ${path}\n`)
    return entry(path, bytes)
  }
  const head: Head = { format: 'lectern-backup', version: 1, schema, madeAt: new Date().toISOString() }
  yield pack(HEAD, json(head))
  const pictures = createPictures(parts)
  // Twice, because people upload while the first round is under way: few are left for the moment itself.
  for (let round = 0; round < 2; round += 1) {
    for await (const { path, bytes } of pictures.pack(await picturesOf(db))) yield pack(path, bytes)
  }

  const { trx, late, missing } = await momentWithPictures(db, pictures)
  const rows: Manifest['rows'] = {}
  try {
    for (const { path, bytes } of late) yield pack(path, bytes)
    for (const table of TABLES) {
      rows[table] = 0
      for await (const { path, bytes, count } of partsOf(trx, table)) {
        yield pack(path, bytes)
        rows[table] += count
        progress(`${table}: ${rows[table]} rows`)
      }
    }
  } finally {
    await trx.rollback().execute()
  }
  const checksums = Buffer.from(sums.join(''))
  yield entry(CHECKSUMS, checksums)
  const manifest = { rows, pictures: pictures.packed(), missing, checksums: sha256(checksums) }
  yield entry(MANIFEST, json(manifest))
  yield END
  told(manifest)
}

interface Packed {
  path: string
  bytes: Buffer
}

/** Reads each picture's files once; remembers which could not be read. */
function createPictures({ files: stored, progress }: BackupParts) {
  const done = new Set<string>()
  const packed = { files: 0, bytes: 0 }

  async function read(file: string): Promise<Buffer | undefined> {
    const bytes = await stored.read(file)
    return bytes && bytes.length <= LARGEST.picture ? bytes : undefined
  }

  return {
    packed: () => ({ ...packed }),
    /** What is not packed yet of these, as far as it is there. */
    async *pack(
      pictures: { name: string; widths: string }[],
      missing: string[] = [],
    ): AsyncGenerator<Packed> {
      const files = pictures.flatMap(filesOf).filter((file) => !done.has(file))
      for (const [index, file] of files.entries()) {
        const bytes = await read(file)
        if (index % 500 === 499) progress(`pictures: ${index + 1} of ${files.length} files`)
        if (!bytes) {
          missing.push(file)
          continue
        }
        done.add(file)
        packed.files += 1
        packed.bytes += bytes.length
        yield { path: picturePath(file), bytes }
      }
    },
  }
}

/**
 * A moment of the database for which every picture is packed. A file may go after its row was read; then the next
 * moment does not name it. What two moments in a row name and nobody finds is lost, and said so.
 */
async function momentWithPictures(db: Database, pictures: ReturnType<typeof createPictures>) {
  const late: Packed[] = []
  let before = new Set<string>()
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const trx = await db
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute()
    const missing: string[] = []
    for await (const picture of pictures.pack(await picturesOf(trx), missing)) late.push(picture)
    if (missing.every((file) => before.has(file))) return { trx, late, missing }
    before = new Set(missing)
    await trx.rollback().execute()
  }
  throw new Error('Pictures go faster than they can be copied. Try again when the site is quieter.')
}

async function* partsOf(trx: Db, table: Table): AsyncGenerator<Packed & { count: number }> {
  let lines: string[] = []
  let length = 0
  let part = 0
  const take = () => {
    part += 1
    const taken = { path: rowsPath(table, part), bytes: Buffer.from(lines.join('')), count: lines.length }
    lines = []
    length = 0
    return taken
  }
  for await (const row of rowsOf(trx, table)) {
    const line = `${JSON.stringify(row)}\n`
    lines.push(line)
    length += line.length
    if (length >= PART_BYTES) yield take()
  }
  if (lines.length > 0) yield take()
}

export function filesOf({ name, widths }: { name: string; widths: string }): string[] {
  return widths
    .slice(1, -1)
    .split(',')
    .map((width) => `${name}-${width}.webp`)
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)
}
