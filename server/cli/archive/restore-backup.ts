import { existsSync } from 'node:fs'
import { readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { SECRET_KEY, SECRET_KEY_FILE, writeSecretKey } from '#server/auth/secret-key.ts'
import { beginBulkLoad, endBulkLoad } from '#server/data/bulk-load.ts'
import { DATABASE_FILE, type Database, type Db, openDatabase, transaction } from '#server/data/database.ts'
import { isOutdated, VERSION_BEFORE } from '#server/data/former-migrations.ts'
import { isInUse } from '#server/data/in-use.ts'
import { brokenReferences, findingsOf } from '#server/data/integrity.ts'
import { knowsMigration, migrate, migrateTo } from '#server/data/migrate.ts'
import { isServed, setTablesAside, tablesIn } from '#server/data/postgres-schemas.ts'
import {
  countTotalsAnew,
  recount,
  withReactionsUncounted,
} from '#server/features/catalog/playlists/counts-check.queries.ts'
import { sumAllCourses } from '#server/features/insight/counting/sum-courses.ts'
import { mediaFolder, picturesIn } from '#server/features/media/picture-files.ts'
import { logProgress, rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { MASTER } from '#server/features/video/transcode.ts'
import { forgetUnfinished } from '#server/features/video/uploads.queries.ts'
import { videosIn } from '#server/features/video/video-files.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { Manifest } from './format.ts'
import { copyPictures, discardStrays, lostPictures } from './pictures.ts'
import { type ArchiveEntry, BadArchive, CUT_OFF, readArchive } from './read-archive.ts'
import { createRowLoader } from './rows.ts'
import { contentOf, setAsideName, takePlace, withStaging } from './staging.ts'
import { picturesOf } from './tables.queries.ts'
import { checkVideos, deliverVideos, type SiteVideos, stagedVideos, writeOriginalPart } from './videos.ts'
import { syncToDisk } from './write-archive.ts'

export interface RestoreOptions {
  file: string
  folder: string
  /** Moves existing data aside; without it, a folder or database that is not empty is an error. */
  force: boolean
  progress: (line: string) => void
  into?: Database | undefined
  /** The site's picture store, if it is not the restored folder. Pictures are copied before the rows are committed. */
  pictures?: FileStore | undefined
  /** The site's videos, if they are not in the restored folder. */
  videos?: SiteVideos | undefined
}

export interface Restored {
  manifest: Manifest
  madeAt: string
  setAside: string | undefined
  recounted: number
}

const SPACE_KEPT = 64 * 1024 * 1024

/**
 * Restores a backup into a folder next to the current site, checks it completely and only then replaces the site. Does not trust the
 * archive: on any problem it throws an Error with one sentence and leaves the site unchanged.
 */
export function restoreBackup(options: RestoreOptions): Promise<Restored> {
  return options.into ? intoPostgres(options, options.into) : intoFolder(options)
}

async function intoFolder(options: RestoreOptions): Promise<Restored> {
  const { folder, force } = options
  if ((await contentOf(folder)).length > 0 && !force)
    throw new Error(`${folder} is not empty. Restore into another folder, or add --force to set it aside.`)
  if (isInUse(folder)) throw new Error(`A site is running on ${folder}. Stop it first.`)
  return withStaging(folder, async (staging) => {
    const db = openDatabase(staging)
    try {
      await beginBulkLoad(db)
      const filled = await fill(db, staging, options)
      await endBulkLoad(db)
      const [damage] = await findingsOf(db)
      if (damage !== undefined) throw new Error(`The database made of it is not whole: ${damage}.`)
      // Originals take their place with the rest of the folder.
      const videos = options.videos && { ...options.videos, uploads: stagedVideos(staging).uploads }
      await deliver(db, staging, { ...options, videos })
      await db.destroy()
      await syncStaging(staging)
      return { ...filled, setAside: await takePlace(staging, folder) }
    } finally {
      await db.destroy()
    }
  })
}

/** Inserts all rows in one transaction. The archive's pictures stay in a staging folder until they are checked. */
async function intoPostgres(options: RestoreOptions, into: Database): Promise<Restored> {
  const { folder, force } = options
  const former = await tablesIn(into)
  if (former.length > 0 && !force) {
    throw new Error(
      'The database is not empty. Restore into another one, or add --force to set its tables aside.',
    )
  }
  if (await isServed(into)) throw new Error('A site is running on this database. Stop it first.')
  const aside = `before_restore_${new Date().toISOString().replaceAll(/\D/g, '')}`
  return withStaging(folder, async (staging) => {
    const restored = await transaction(into, async (trx) => {
      if (former.length > 0) await setTablesAside(trx, former, aside)
      const filled = await fill(trx, staging, options)
      await deliver(trx, staging, options)
      return { ...filled, setAside: former.length > 0 ? `the schema ${aside}` : undefined }
    })
    await deliverKey(staging, folder)
    return restored
  })
}

type FileEntry = Extract<ArchiveEntry, { bytes: Buffer }>

async function writeStagedFile(staging: string, { kind, name, bytes }: FileEntry): Promise<void> {
  if (kind === 'picture') await picturesIn(staging).put([{ name, bytes }])
  if (kind === 'key') await writeKey(staging, bytes)
  if (kind === 'video') await videosIn(staging).put([{ name, bytes }])
  if (kind === 'original') await writeOriginalPart(staging, name, bytes)
}

async function fill(db: Db, staging: string, { file, progress }: RestoreOptions) {
  const archive = readArchive(file)
  const { value: opening } = await archive.next()
  if (opening?.kind !== 'head') throw new BadArchive(CUT_OFF)
  const { schema, madeAt } = opening.head
  if (isOutdated(schema))
    throw new BadArchive(
      `It was made by an older Lectern (${schema}): restore it with Lectern ${VERSION_BEFORE}, then start this version.`,
    )
  if (!knowsMigration(schema))
    throw new BadArchive(`It was made by a newer Lectern (${schema}). Update this one first.`)
  await migrateTo(db, schema)
  const rows = await createRowLoader(db, progress)
  const manifests: Manifest[] = []
  const take = async (entry: ArchiveEntry) => {
    await rejectFullDisk(staging)
    if (entry.kind === 'rows') await rows.load(entry.name, entry.bytes)
    else if (entry.kind === 'manifest') manifests.push(entry.manifest)
    else if (entry.kind !== 'head') await writeStagedFile(staging, entry)
  }
  const isUncounted = await withReactionsUncounted(db, async () => {
    for await (const entry of archive) await take(entry)
  })
  const [manifest] = manifests
  if (!manifest) throw new BadArchive(CUT_OFF)
  await rows.check(manifest)
  await migrate(db)
  if (isUncounted) await countTotalsAnew(db)
  await transaction(db, (trx) => rebuildSearchIndex(trx, logProgress(progress)))
  const recounted = await transaction(db, recount)
  await sumAllCourses(db)
  await checkReferences(db)
  const staged = picturesIn(staging)
  const pictures = await picturesOf(db)
  await discardStrays(staged, pictures)
  const lost = await lostPictures(staged, pictures, progress)
  const first = lost.find(({ file }) => !manifest.missing.includes(file))
  if (first) throw new BadArchive(`The picture ${first.file} ${first.why}.`)
  await forgetUnfinished(db)
  const wasLost = (path: string) => manifest.missing.some((each) => each.startsWith(path.replace(MASTER, '')))
  const lostVideo = (await checkVideos(db, staging)).find((path) => !wasLost(path))
  if (lostVideo !== undefined) throw new BadArchive(`${lostVideo} is missing.`)
  return { manifest, madeAt, recounted }
}

async function writeKey(staging: string, bytes: Buffer): Promise<void> {
  const key = bytes.toString().trim()
  if (!SECRET_KEY.test(key)) throw new BadArchive('Its secret key is not valid.')
  await writeSecretKey(staging, key)
}

/** On PostgreSQL the folder stays: only the key is replaced, and the former one stays next to it. */
async function deliverKey(staging: string, folder: string): Promise<void> {
  const [from, to] = [join(staging, SECRET_KEY_FILE), join(folder, SECRET_KEY_FILE)]
  if (!existsSync(from)) return
  if (existsSync(to)) await rename(to, setAsideName(folder, SECRET_KEY_FILE))
  await rename(from, to)
  await syncToDisk(folder)
}

async function rejectFullDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < SPACE_KEPT) throw new Error('The disk is full. Nothing was changed.')
}

async function checkReferences(db: Db): Promise<void> {
  const [broken] = await brokenReferences(db)
  if (!broken) return
  const { rows, table, parent } = broken
  throw new BadArchive(`${rows} rows of ${table} point at ${parent} that are not in it.`)
}

async function deliver(db: Db, staging: string, options: RestoreOptions): Promise<void> {
  const { pictures: into, videos, progress } = options
  if (videos) await deliverVideos(staging, videos)
  if (!into) return
  const from = picturesIn(staging)
  await copyPictures({ from, into, pictures: await picturesOf(db), progress })
  await rm(mediaFolder(staging), { recursive: true, force: true })
}

async function syncStaging(staging: string): Promise<void> {
  await syncToDisk(join(staging, DATABASE_FILE))
  const entries = await readdir(staging, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((each) => each.isDirectory()))
    await syncToDisk(join(entry.parentPath, entry.name))
  await syncToDisk(staging)
}
