import { resolve } from 'node:path'
import { BadArchive } from '#server/cli/archive/read-archive.ts'
import { restoreBackup } from '#server/cli/archive/restore-backup.ts'
import { siteVideos } from '#server/cli/archive/videos.ts'
import { readConfig } from '#server/config.ts'
import { openToolDatabase } from '#server/data/database.ts'
import { openPictures } from '#server/features/media/picture-files.ts'
import { bucketOf } from '#server/files/open-store.ts'
import { createProgress, readArguments, runCommand } from './command.ts'

const USAGE = `Usage: npm run restore -- <file> [--force]
  Brings a backup into an empty DATA_DIR, or an empty DATABASE_URL; with --force what is there is set aside, not deleted.`

const { names, flags } = readArguments({ usage: USAGE, names: 1, flags: ['--force'] })
const force = flags.has('--force')

await runCommand('Nothing was restored', async () => {
  const config = readConfig()
  const { DATA_DIR: folder, DATABASE_URL: url } = config
  const file = resolve(names.join())
  await using into = url === undefined ? undefined : openToolDatabase(config)
  const pictures = into || bucketOf(config) ? openPictures(config) : undefined
  const videos = pictures ? siteVideos(config) : undefined
  const options = { file, folder, force, into, pictures, videos, progress: createProgress('[restore]') }
  const { manifest, madeAt, setAside, recounted } = await restoreBackup(options).catch((error: unknown) => {
    throw error instanceof BadArchive ? new Error(`${file} cannot be used. ${error.message}`) : error
  })
  const count = Object.values(manifest.rows).reduce((sum, each) => sum + each, 0)
  console.info(
    `[restore] ${into ? 'The database' : folder} is the site of ${madeAt}: ${count} rows, ${manifest.pictures.files} picture files, ${manifest.videos.files} video files, all checked.`,
  )
  if (recounted > 0) console.info(`[restore] ${recounted} counts were wrong in it and are right now.`)
  for (const lost of manifest.missing) console.warn(`[restore] Lost before the backup was made: ${lost}`)
  if (setAside) console.info(`[restore] What was there is in ${setAside}; delete it when you are sure.`)
  return true
})
