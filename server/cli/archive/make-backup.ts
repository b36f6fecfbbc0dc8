import { SECRET_KEY_FILE } from '#server/auth/secret-key.ts'
import type { Database, Db } from '#server/data/database.ts'
import { filesOf, type ImageFiles, type StoredWidths } from '#server/features/media/image-files.ts'
import {
  CHECKSUMS,
  HEAD,
  type Head,
  LARGEST_PICTURE,
  MANIFEST,
  type Manifest,
  PART_BYTES,
  rowsPath,
  sumLine,
  TABLES,
  type Table,
} from './format.ts'
import { newestMigration, picturesOf, rowsOf } from './tables.queries.ts'
import { END, entry, sha256, writeWhole } from './write-archive.ts'

interface BackupOptions {
  /** Opened read-only: each transaction is one snapshot and blocks no writer. */
  db: Database
  files: ImageFiles
  file: string
  progress: (line: string) => void
  /** The site's key: without it, a restore could not read sealed columns. */
  secretKey?: string | undefined
}

const SNAPSHOTS_MAX = 50

/**
 * Writes the archive while the site runs: first the pictures, then the rows of one snapshot, so that every picture of the
 * snapshot is in the archive. The archive may contain deleted pictures, too; a restore skips them.
 */
export async function makeBackup({ db, files, file, progress, secretKey }: BackupOptions): Promise<Manifest> {
  const schema = await newestMigration(db)
  if (schema === undefined) throw new Error('The database is empty: start the site once.')
  const head: Head = { format: 'lectern-backup', version: 1, schema, madeAt: new Date().toISOString() }
  const manifest: Manifest = { rows: {}, pictures: { files: 0, bytes: 0 }, missing: [], checksums: '' }
  const sums: string[] = []
  const packed = new Set<string>()

  function pack(path: string, bytes: Buffer): Buffer {
    sums.push(sumLine(path, bytes))
    return entry(path, bytes)
  }

  async function* packPictures(pictures: StoredWidths[]): AsyncGenerator<Buffer> {
    manifest.missing = []
    for (const name of pictures.flatMap(filesOf).filter((each) => !packed.has(each))) {
      const bytes = await files.read(name)
      if (!bytes || bytes.length > LARGEST_PICTURE) {
        manifest.missing.push(name)
        continue
      }
      packed.add(name)
      manifest.pictures.files += 1
      manifest.pictures.bytes += bytes.length
      progress(`pictures: ${packed.size} files`)
      yield pack(`media/${name}`, bytes)
    }
  }

  async function* packRows(trx: Db, table: Table): AsyncGenerator<Buffer> {
    let [part, rows, lines] = [0, 0, '']
    const packPart = () => {
      part += 1
      progress(`${table}: ${rows} rows`)
      return pack(rowsPath(table, part), Buffer.from(lines))
    }
    for await (const row of rowsOf(trx, table)) {
      rows += 1
      lines += `${JSON.stringify(row)}\n`
      if (lines.length < PART_BYTES) continue
      yield packPart()
      lines = ''
    }
    if (lines !== '') yield packPart()
    manifest.rows[table] = rows
  }

  /** Packs the pictures and rows of one snapshot; returns whether all its pictures are in the archive. */
  async function* packSnapshot(): AsyncGenerator<Buffer, boolean> {
    const before = new Set(manifest.missing)
    const snapshot = await beginSnapshot(db)
    try {
      yield* packPictures(await picturesOf(snapshot))
      // A file may be deleted after its row was read; the next snapshot then has no such row. A file that two
      // snapshots in a row refer to is lost.
      if (!manifest.missing.every((name) => before.has(name))) return false
      for (const table of TABLES) yield* packRows(snapshot, table)
      return true
    } finally {
      await snapshot.rollback().execute()
    }
  }

  async function* archive(): AsyncGenerator<Buffer> {
    yield pack(HEAD, json(head))
    if (secretKey !== undefined) yield pack(SECRET_KEY_FILE, Buffer.from(`${secretKey}\n`))
    // Pack most pictures before the snapshot, so that the database holds it for a short time only.
    yield* packPictures(await picturesOf(db))
    let isWhole = false
    for (let tries = 0; !isWhole && tries < SNAPSHOTS_MAX; tries += 1) isWhole = yield* packSnapshot()
    if (!isWhole)
      throw new Error('Pictures go faster than they can be copied. Try again when the site is quieter.')
    const checksums = Buffer.from(sums.join(''))
    manifest.checksums = sha256(checksums)
    yield entry(CHECKSUMS, checksums)
    yield entry(MANIFEST, json(manifest))
    yield END
  }

  await writeWhole(file, archive())
  return manifest
}

function beginSnapshot(db: Database) {
  return db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)
}
