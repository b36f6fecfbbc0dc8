import { resolve } from 'node:path'
import { createProgress } from './archive/progress.ts'
import { BadArchive } from './archive/read-archive.ts'
import { type RestoreParts, restoreBackup } from './archive/restore-backup.ts'
import { restoreIntoPostgres } from './archive/restore-into.ts'
import { type Config, readConfig } from './config.ts'
import { openToolDatabase } from './core/db/database.ts'
import { bucketFiles, mediaFiles } from './media-files.ts'

const USAGE = `Usage: npm run restore -- <file> [--force]
  Brings a backup back into an empty DATA_DIR; with --force what is there is set aside, not deleted.`

async function intoPostgres(order: RestoreParts, config: Config) {
  const into = openToolDatabase(config)
  try {
    return await restoreIntoPostgres({ ...order, into, bucket: mediaFiles(config) })
  } finally {
    await into.destroy()
  }
}

/** `npm run restore -- <file>`: throws an Error with one sentence when nothing was restored. */
async function bringBack(file: string, force: boolean): Promise<void> {
  const config = readConfig()
  const { DATA_DIR } = config
  const progress = createProgress('[restore]')
  const order = { file: resolve(file), folder: DATA_DIR, force, progress }
  const restored =
    config.DATABASE_URL === undefined
      ? await restoreBackup({ ...order, bucket: bucketFiles(config) })
      : await intoPostgres(order, config)
  const { manifest, madeAt, setAside, recounted } = restored
  const count = Object.values(manifest.rows).reduce((sum, each) => sum + each, 0)
  console.info(
    `[restore] ${DATA_DIR} is the site of ${madeAt}: ${count} rows, ${manifest.pictures.files} picture files, all checked.`,
  )
  if (recounted > 0) console.info(`[restore] ${recounted} counts were wrong in it and are right now.`)
  for (const lost of manifest.missing) console.warn(`[restore] Lost before the backup was made: ${lost}`)
  if (setAside) console.info(`[restore] What was there is in ${setAside}; delete it when you are sure.`)
}

const words = process.argv.slice(2)
const [file, ...rest] = words.filter((word) => word !== '--force')
if (file === undefined || file.startsWith('-') || rest.length > 0) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await bringBack(file, words.includes('--force')).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    const why = error instanceof BadArchive ? `${file} cannot be used. ${message}` : message
    console.error(`Nothing was restored: ${why}`)
    process.exitCode = 1
  })
}
