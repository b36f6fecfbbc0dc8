import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { findSecretKey } from '#server/auth/secret-key.ts'
import { makeBackup } from '#server/cli/archive/make-backup.ts'
import { recordBackup } from '#server/cli/archive/record-backup.ts'
import { siteVideos } from '#server/cli/archive/videos.ts'
import { readConfig } from '#server/config.ts'
import { DATABASE_FILE, openSiteDatabaseToRead } from '#server/data/database.ts'
import { openPictures } from '#server/features/media/picture-files.ts'
import { createProgress, readArguments, runCommand } from './command.ts'

const USAGE = `Usage: npm run backup -- <file>
  One archive of the whole site, made while it runs; a name that ends in .gz is compressed.`

const { names } = readArguments({ usage: USAGE, names: 1 })

await runCommand('There is no backup', async () => {
  const config = readConfig()
  const file = resolve(names.join())
  if (existsSync(file)) throw new Error(`${file} is there already. Choose another name.`)
  if (config.DATABASE_URL === undefined && !existsSync(resolve(config.DATA_DIR, DATABASE_FILE)))
    throw new Error(`There is no site in ${config.DATA_DIR}.`)
  await using db = openSiteDatabaseToRead(config)
  const files = openPictures(config)
  const record = recordBackup(config, basename(file))
  const made = makeBackup({
    db,
    files,
    videos: siteVideos(config),
    file,
    progress: createProgress('[backup]'),
    secretKey: await findSecretKey(config),
  })
  const { rows, pictures, videos, missing } = await record(made, file)
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0)
  console.info(
    `[backup] ${file} is whole: ${count} rows, ${pictures.files} picture files, ${videos.files} video files.`,
  )
  console.info('[backup] It holds the secret key of the site: protect it like the database.')
  if (missing.length > 0) {
    console.warn(
      `[backup] ${missing.length} files that rows name were lost before, and are not in it: run "npm run doctor".`,
    )
  }
  return true
})
