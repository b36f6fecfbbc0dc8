import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { countOf } from '#contract/format.ts'
import { lookAtDatabase } from '#server/cli/doctor/database.ts'
import { type Finding, problem, RESTORE } from '#server/cli/doctor/finding.ts'
import { lookAtFolder, lookAtSettings } from '#server/cli/doctor/folder.ts'
import { lookAtMail } from '#server/cli/doctor/mail.ts'
import { lookAtPictures } from '#server/cli/doctor/pictures.ts'
import { lookAtFfmpeg, lookAtTranscription, lookAtVideos } from '#server/cli/doctor/videos.ts'
import { type Config, readConfig } from '#server/config.ts'
import {
  DATABASE_FILE,
  type Database,
  openSiteDatabaseToRead,
  openToolDatabase,
} from '#server/data/database.ts'
import { isInUse } from '#server/data/in-use.ts'
import { isDamaged } from '#server/data/integrity.ts'
import { isServed } from '#server/data/postgres-schemas.ts'
import { openPictures } from '#server/features/media/picture-files.ts'
import { createProgress, readArguments, runCommand } from './command.ts'
import { lookAtPasskeys } from './doctor/database.ts'

const USAGE = `Usage: npm run doctor [-- --repair [--delete-pictures]]
  Looks at everything a site consists of, also while it runs, and explains what it finds. Ends with 0 when nothing
  is wrong, else with 1. --repair puts right what can be put right without losing anything; stop the site first.
  --delete-pictures also deletes pictures that nobody shows when they are so many that the database may be the wrong one.`

const MARKS = { ok: '  ok      ', note: '  note    ', problem: '  PROBLEM ' }

export interface Examination {
  config: Config
  repair: boolean
  deletePictures?: boolean
  say: (line: string) => void
}

const progress = createProgress('  …       ')

async function look(
  { config, deletePictures = false }: Examination,
  db: Database | undefined,
): Promise<Finding[]> {
  const { DATA_DIR } = config
  const programs = [lookAtFfmpeg(config), ...lookAtTranscription(config)]
  const found = [...lookAtSettings(config), ...programs, ...(await lookAtFolder(DATA_DIR))]
  if (!db)
    return [...found, problem(`There is no database in ${DATA_DIR}.`, `Check DATA_DIR, or: ${RESTORE}`)]
  const { findings, legible } = await lookAtDatabase(db)
  const files = openPictures(config)
  const pictures = legible ? await lookAtPictures({ db, files, progress, deletePictures }) : []
  const passkeys = legible ? await lookAtPasskeys(db, config) : []
  const mail = legible ? await lookAtMail(db, config) : []
  const videos = legible ? await lookAtVideos(db, config) : []
  return [...found, ...findings, ...mail, ...pictures, ...videos, ...passkeys]
}

/** Opens the database to check or to repair it. A database that cannot be opened is a finding. */
async function withDatabase(
  config: Config,
  repair: boolean,
  work: (db: Database | undefined) => Promise<Finding[]>,
): Promise<Finding[]> {
  if (config.DATABASE_URL === undefined && !existsSync(join(config.DATA_DIR, DATABASE_FILE)))
    return work(undefined)
  try {
    await using db = repair ? openToolDatabase(config) : openSiteDatabaseToRead(config)
    return await work(db)
  } catch (error) {
    if (!(isDamaged(error) && error instanceof Error)) throw error
    return [problem(`The database is damaged: ${error.message}`, RESTORE)]
  }
}

async function isRunning(config: Config): Promise<boolean> {
  if (config.DATABASE_URL === undefined) return isInUse(config.DATA_DIR)
  await using db = openToolDatabase(config)
  return await isServed(db)
}

/** Checks, repairs on request and prints the findings; returns whether no problem is left. */
export async function examine(examination: Examination): Promise<boolean> {
  const { config, repair, say } = examination
  say(`Looking at ${config.DATA_DIR}`)
  if (repair && (await isRunning(config))) throw new Error('The site is running. Stop it, then repair.')
  const findings = await withDatabase(config, repair, async (db) => {
    const found = await look(examination, db)
    const repairs = repair ? found.flatMap((finding) => finding.repair ?? []) : []
    for (const mend of repairs) say(`  repaired  ${await mend(progress)}`)
    return repairs.length > 0 ? look(examination, db) : found
  })
  for (const { level, says, advice } of findings) {
    say(`${MARKS[level]}${says}`)
    if (advice !== undefined) say(`            → ${advice}`)
  }
  const left = findings.filter(({ level }) => level === 'problem').length
  say(left === 0 ? 'Nothing is wrong.' : `${countOf(left, 'problem')} left.`)
  return left === 0
}

if (import.meta.main) {
  const { flags } = readArguments({ usage: USAGE, names: 0, flags: ['--repair', '--delete-pictures'] })
  await runCommand('The doctor could not look', async () =>
    examine({
      config: readConfig(),
      repair: flags.has('--repair'),
      deletePictures: flags.has('--delete-pictures'),
      say: (line) => console.info(line),
    }),
  )
}
