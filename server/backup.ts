import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { makeBackup } from './archive/make-backup.ts'
import { createProgress } from './archive/progress.ts'
import { readConfig } from './config.ts'
import { DATABASE_FILE, openDatabaseToLook } from './core/db/database.ts'
import { mediaFiles } from './media-files.ts'

const USAGE = `Usage: npm run backup -- <file>
  One archive of the whole site, made while it runs; a name that ends in .gz is compressed.`

/** `npm run backup -- <file>`: throws an Error with one sentence when there is no backup in the end. */
async function backUp(file: string): Promise<void> {
  const config = readConfig()
  const { DATA_DIR } = config
  const path = resolve(file)
  if (existsSync(path)) throw new Error(`${path} is there already. Choose another name.`)
  if (config.DATABASE_URL === undefined && !existsSync(resolve(DATA_DIR, DATABASE_FILE)))
    throw new Error(`There is no site in ${DATA_DIR}.`)
  const db = openDatabaseToLook(config)
  try {
    const progress = createProgress('[backup]')
    const { rows, pictures, missing } = await makeBackup({
      db,
      files: mediaFiles(config),
      file: path,
      progress,
    })
    const count = Object.values(rows).reduce((sum, each) => sum + each, 0)
    console.info(`[backup] ${path} is whole: ${count} rows, ${pictures.files} picture files.`)
    if (missing.length > 0) {
      console.warn(
        `[backup] ${missing.length} files that rows name were lost before, and are not in it: run "npm run doctor".`,
      )
    }
  } finally {
    await db.destroy()
  }
}

const [file, ...rest] = process.argv.slice(2)
if (file === undefined || file.startsWith('-') || rest.length > 0) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await backUp(file).catch((error: unknown) => {
    console.error(`There is no backup: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  })
}
