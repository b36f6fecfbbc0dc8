import { SECRET_KEY_FILE } from '#server/auth/secret-key.ts'
import type { Database, Db } from '#server/data/database.ts'
import { appliedMigrations } from '#server/data/former-migrations.ts'
import { filesOf, type StoredWidths } from '#server/features/media/picture-files.ts'
import type { FileStore } from '#server/files/file-store.ts'
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
import { picturesOf, rowsOf } from './tables.queries.ts'
import { type PackedFile, type SiteVideos, videoEntries } from './videos.ts'
import { END, entry, sha256, writeWhole } from './write-archive.ts'

interface BackupOptions {
  /** Opened read-only: each transaction is one snapshot and blocks no writer. */
  db: Database
  files: FileStore
  videos?: SiteVideos | undefined
  file: string
  progress: (line: string) => void
  /** The site's key: without it, a restore could not read sealed columns. */
  secretKey?: string | undefined
}

const SNAPSHOTS_MAX = 50

/**
 * Writes the archive while the site runs: first the pictures and videos, then the rows of one snapshot, so that every
 * file of the snapshot is in the archive. The archive may contain deleted pictures, too; a restore skips them.
 */
export async function makeBackup({
  db,
  files,
  videos,
  file,
  progress,
  secretKey,
}: BackupOptions): Promise<Manifest> {
  const schema = (await appliedMigrations(db)).at(-1)
  if (schema === undefined) throw new Error('The database is empty: start the site once.')
  const head: Head = { format: 'lectern-backup', version: 1, schema, madeAt: new Date().toISOString() }
  const { manifest, sums, packed, pack, packFiles } = createPacker(progress)

  async function* packMedia(of: Db): AsyncGenerator<Buffer> {
    manifest.missing = []
    yield* packFiles(pictureEntries(files, await picturesOf(of), packed), 'pictures')
    if (videos) yield* packFiles(videoEntries(of, videos, packed), 'videos')
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

  /** Packs the files and rows of one snapshot; returns whether all its files are in the archive. */
  async function* packSnapshot(): AsyncGenerator<Buffer, boolean> {
    const before = new Set(manifest.missing)
    const snapshot = await beginSnapshot(db)
    try {
      yield* packMedia(snapshot)
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
    // Pack most files before the snapshot, so that the database holds it for a short time only.
    yield* packMedia(db)
    let isWhole = false
    for (let tries = 0; !isWhole && tries < SNAPSHOTS_MAX; tries += 1) isWhole = yield* packSnapshot()
    if (!isWhole)
      throw new Error('Files go faster than they can be copied. Try again when the site is quieter.')
    const checksums = Buffer.from(sums.join(''))
    manifest.checksums = sha256(checksums)
    yield entry(CHECKSUMS, checksums)
    yield entry(MANIFEST, json(manifest))
    yield END
  }

  await writeWhole(file, archive())
  return manifest
}

/** Packs files once each, and counts them in the manifest. */
function createPacker(progress: (line: string) => void) {
  const manifest: Manifest = {
    rows: {},
    pictures: { files: 0, bytes: 0 },
    videos: { files: 0, bytes: 0 },
    missing: [],
    checksums: '',
  }
  const sums: string[] = []
  const packed = new Set<string>()

  function pack(path: string, bytes: Buffer): Buffer {
    sums.push(sumLine(path, bytes))
    packed.add(path)
    return entry(path, bytes)
  }

  async function* packFiles(
    entries: AsyncIterable<PackedFile>,
    what: 'pictures' | 'videos',
  ): AsyncGenerator<Buffer> {
    for await (const { path, bytes } of entries) {
      if (packed.has(path)) continue
      if (!bytes) {
        manifest.missing.push(path.replace(/^media\//, ''))
        continue
      }
      manifest[what].files += 1
      manifest[what].bytes += bytes.length
      progress(`${what}: ${manifest[what].files} files`)
      yield pack(path, bytes)
    }
  }

  return { manifest, sums, packed, pack, packFiles }
}

/** The files of pictures that are not packed yet. */
async function* pictureEntries(
  files: FileStore,
  pictures: StoredWidths[],
  packed: Set<string>,
): AsyncGenerator<PackedFile> {
  for (const name of pictures.flatMap(filesOf)) {
    const path = `media/${name}`
    if (packed.has(path)) continue
    const bytes = await files.read(name)
    yield { path, bytes: bytes && bytes.length <= LARGEST_PICTURE ? bytes : undefined }
  }
}

function beginSnapshot(db: Database) {
  return db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)
}
