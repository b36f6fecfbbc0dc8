import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { recount } from '#server/core/counts-check.ts'
import { DATABASE_FILE, type Database, openDatabase, transaction } from '#server/core/db/database.ts'
import { beginFilling, settleFilling } from '#server/core/db/filling.ts'
import { isInUse } from '#server/core/db/in-use.ts'
import { brokenReferences, findingsOf } from '#server/core/db/integrity.ts'
import { knowsMigration, migrate, migrateTo } from '#server/core/db/migrate.ts'
import { mediaFolder } from '#server/core/media-folder.ts'
import { rebuildSearchIndex, said } from '#server/core/search-index/rebuild.ts'
import { createImageFiles, type ImageFiles, placeOf } from '#server/features/media/image-files.ts'
import { Head, isTable, type Manifest, parsedJson, TABLES } from './format.ts'
import { filesOf } from './make-backup.ts'
import { lostPictures } from './pictures.ts'
import { type ArchiveEntry, BadArchive, readArchive } from './read-archive.ts'
import { createSeal } from './seal.ts'
import { contentOf, openStaging, takePlace } from './staging.ts'
import { columnsOf, emptyTable, picturesOf, putRows, type Row } from './tables.queries.ts'
import { syncToDisk } from './write-archive.ts'

export interface RestoreParts {
  file: string
  folder: string
  /** Set what is in the folder aside; without it a folder that is not empty is refused. */
  force: boolean
  progress: (line: string) => void
  /** Where the site's pictures are kept when not in its folder: they are there before the rows that name them. */
  bucket?: ImageFiles | undefined
}

export interface Restored {
  manifest: Manifest
  madeAt: string
  setAside: string | undefined
  /** Counts that were wrong in the backup and are right now. */
  recounted: number
}

const SPACE_KEPT = 64 * 1024 * 1024

/**
 * Builds the site of a backup beside the present one, checks all of it, and only then lets it take its place. Throws
 * an Error with one sentence, and the folder is as it was: archives may come from anywhere.
 */
export async function restoreBackup(parts: RestoreParts): Promise<Restored> {
  const { folder, force } = parts
  const content = await contentOf(folder)
  if (content.length > 0 && !force) {
    throw new Error(`${folder} is not empty. Restore into another folder, or add --force to set it aside.`)
  }
  if (isInUse(folder)) throw new Error(`A site is running on ${folder}. Stop it first.`)
  const staging = await openStaging(folder)
  try {
    const { manifest, madeAt, recounted } = await buildSite(parts, staging)
    await syncStaging(staging)
    const setAside = await takePlace(staging, folder)
    return { manifest, madeAt, setAside, recounted }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Builds the site of an archive in `staging` and checks all of it. */
export async function buildSite({ file, progress, bucket }: RestoreParts, staging: string) {
  const db = openDatabase(staging)
  try {
    await beginFilling(db)
    const filler = createFiller(db, staging)
    const seal = createSeal()
    await readArchive(file, async (entry) => {
      seal.see(entry)
      const done = await filler.take(entry)
      if (done) progress(done)
    })
    const manifest = seal.check()
    const madeAt = filler.madeAt()
    await migrate(db)
    await transaction(db, (trx) => rebuildSearchIndex(trx, said(progress)))
    const recounted = await transaction(db, recount)
    await settleFilling(db)
    await checkRows(db, progress)
    await dropStrangers(db, staging, filler.pictures)
    await checkPictures(db, { staging, manifest, progress })
    if (bucket) await moveTo(bucket, { staging, pictures: await picturesOf(db), progress })
    return { manifest, madeAt, recounted }
  } finally {
    await db.destroy()
  }
}

/** Puts entries where they belong; the first one says into which schema. */
function createFiller(db: Database, staging: string) {
  let head: Head | undefined
  let columns = new Map<string, Set<string>>()
  let files = 0
  const pictures = new Set<string>()

  async function begin(bytes: Buffer): Promise<void> {
    const parsed = Head.safeParse(parsedJson(bytes))
    if (!parsed.success) throw new BadArchive('It was made by another program, or by a newer Lectern.')
    head = parsed.data
    if (!knowsMigration(head.schema))
      throw new BadArchive(`It was made by a newer Lectern (${head.schema}). Update this one first.`)
    await migrateTo(db, head.schema)
    for (const table of TABLES) await emptyTable(db, table)
    columns = await columnsOf(db)
  }

  async function keepPicture(name: string, bytes: Buffer): Promise<void> {
    const place = placeOf(mediaFolder(staging), name)
    if (!place) throw new BadArchive(`${name} is no name of a picture.`)
    if (files % 200 === 0) await refuseFullDisk(staging)
    files += 1
    pictures.add(name)
    await mkdir(dirname(place.path), { recursive: true, mode: 0o750 })
    const out = await open(place.path, 'wx', 0o640)
    try {
      await out.writeFile(bytes)
      await out.sync()
    } finally {
      await out.close()
    }
  }

  async function keepRows(name: string, bytes: Buffer): Promise<number> {
    const known = columns.get(name)
    if (!(isTable(name) && known))
      throw new BadArchive(`It holds rows of ${name}, which Lectern does not have.`)
    await refuseFullDisk(staging)
    const rows = rowsIn(bytes, name, known)
    await transaction(db, (trx) => putRows(trx, { table: name, columns: known }, rows)).catch(
      (error: unknown) => {
        throw new BadArchive(
          `Its rows of ${name} do not fit: ${error instanceof Error ? error.message : ''}.`,
        )
      },
    )
    return rows.length
  }

  return {
    pictures,
    madeAt: () => head?.madeAt ?? '',
    async take({ kind, name, bytes }: ArchiveEntry): Promise<string | undefined> {
      if (kind === 'head') await begin(bytes)
      if (kind === 'picture') await keepPicture(name, bytes)
      if (kind === 'rows') return `${name}: ${await keepRows(name, bytes)} rows more`
      return files % 500 === 1 ? `pictures: ${files} files` : undefined
    },
  }
}

function rowsIn(bytes: Buffer, table: string, columns: Set<string>): Row[] {
  const lines = bytes.toString('utf8').split('\n')
  if (lines.pop() !== '') throw new BadArchive(`Its rows of ${table} are cut off.`)
  return lines.map((line) => {
    const row = parsedJson(Buffer.from(line))
    if (!isRow(row, columns)) throw new BadArchive(`It holds a row of ${table} that Lectern never wrote.`)
    return row
  })
}

function isRow(row: unknown, columns: Set<string>): row is Row {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false
  const entries = Object.entries(row)
  return (
    entries.length === columns.size &&
    entries.every(
      ([key, value]) =>
        columns.has(key) && (value === null || typeof value === 'string' || Number.isFinite(value)),
    )
  )
}

async function refuseFullDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < SPACE_KEPT) throw new Error('The disk is full. Nothing was changed.')
}

async function checkRows(db: Database, progress: (line: string) => void): Promise<void> {
  progress('checking the database')
  const [finding] = await findingsOf(db)
  if (finding !== undefined) throw new Error(`The database made of it is not whole: ${finding}.`)
  const [broken] = await brokenReferences(db)
  if (broken) {
    throw new BadArchive(
      `${broken.rows} rows of ${broken.table} point at ${broken.parent} that are not in it.`,
    )
  }
}

/** Pictures that were deleted while the backup was made. */
async function dropStrangers(db: Database, staging: string, kept: Set<string>): Promise<void> {
  const named = new Set((await picturesOf(db)).flatMap(filesOf))
  for (const file of kept) {
    const place = named.has(file) ? undefined : placeOf(mediaFolder(staging), file)
    if (place) await rm(place.path)
  }
}

interface PictureCheck {
  staging: string
  manifest: Manifest
  progress: (line: string) => void
}

async function checkPictures(db: Database, { staging, manifest, progress }: PictureCheck): Promise<void> {
  const lostBefore = new Set(manifest.missing)
  const lost = await lostPictures({
    files: createImageFiles(mediaFolder(staging)),
    pictures: await picturesOf(db),
    progress,
  })
  const [first] = lost.filter(({ file }) => !lostBefore.has(file))
  if (first) throw new BadArchive(`The picture ${first.file} ${first.why}.`)
}

interface Moving {
  staging: string
  pictures: { name: string; widths: string }[]
  progress: (line: string) => void
}

async function moveTo(bucket: ImageFiles, { staging, pictures, progress }: Moving): Promise<void> {
  const staged = createImageFiles(mediaFolder(staging))
  for (const [index, { name, widths }] of pictures.entries()) {
    const versions = widths.slice(1, -1).split(',').map(Number)
    const found = await Promise.all(
      versions.map(async (width) => ({ width, bytes: await staged.read(`${name}-${width}.webp`) })),
    )
    await bucket.write(
      name,
      found.flatMap(({ width, bytes }) => (bytes ? [{ width, bytes }] : [])),
    )
    await staged.discard(versions.map((width) => `${name}-${width}.webp`))
    if (index % 100 === 99) progress(`into the bucket: ${index + 1} of ${pictures.length} pictures`)
  }
}

/** The database and every folder durable, before anything is moved. */
async function syncStaging(staging: string): Promise<void> {
  await syncToDisk(join(staging, DATABASE_FILE))
  const media = mediaFolder(staging)
  for (const home of await readdir(media)) await syncToDisk(join(media, home))
  await syncToDisk(media)
  await syncToDisk(staging)
}
