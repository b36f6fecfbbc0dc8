import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createProgress } from './archive/progress.ts'
import { type Config, readConfig } from './config.ts'
import { isDamaged } from './core/db/damaged.ts'
import { DATABASE_FILE, type Database, openDatabaseToLook, openToolDatabase } from './core/db/database.ts'
import { isInUse } from './core/db/in-use.ts'
import { isServed } from './core/db/set-aside.ts'
import { lookAtDatabase } from './doctor/database.ts'
import { type Finding, problem, RESTORE } from './doctor/finding.ts'
import { lookAtFolder, lookAtSettings } from './doctor/folder.ts'
import { lookAtPictures } from './doctor/pictures.ts'
import { mediaFiles } from './media-files.ts'

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

async function look(
  { config, deletePictures = false }: Examination,
  db: Database | undefined,
): Promise<Finding[]> {
  const { DATA_DIR } = config
  const files = mediaFiles(config)
  const found = [...lookAtSettings(config), ...(await lookAtFolder(DATA_DIR))]
  if (!db)
    return [...found, problem(`There is no database in ${DATA_DIR}.`, `Check DATA_DIR, or: ${RESTORE}`)]
  const { findings, legible } = await lookAtDatabase(db)
  const progress = createProgress('  …       ')
  const pictures = legible ? await lookAtPictures({ db, files, progress, deletePictures }) : []
  return [...found, ...findings, ...pictures]
}

/** Opens the database to look, or to repair, and hands it to `work`; one that cannot be opened is a finding. */
async function withDatabase(
  config: Config,
  repair: boolean,
  work: (db: Database | undefined) => Promise<Finding[]>,
): Promise<Finding[]> {
  if (config.DATABASE_URL === undefined && !existsSync(join(config.DATA_DIR, DATABASE_FILE)))
    return work(undefined)
  try {
    const db = repair ? openToolDatabase(config) : openDatabaseToLook(config)
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  } catch (error) {
    if (!(isDamaged(error) && error instanceof Error)) throw error
    return [problem(`The database is damaged: ${error.message}`, RESTORE)]
  }
}

async function isRunning(config: Config): Promise<boolean> {
  if (config.DATABASE_URL === undefined) return isInUse(config.DATA_DIR)
  const db = openToolDatabase(config)
  try {
    return await isServed(db)
  } finally {
    await db.destroy()
  }
}

/** Looks, says what it found, and repairs when asked to; gives whether nothing is wrong (any more). */
export async function examine(examination: Examination): Promise<boolean> {
  const { config, repair, say } = examination
  const { DATA_DIR } = config
  say(`Looking at ${DATA_DIR}`)
  if (repair && (await isRunning(config))) throw new Error('The site is running. Stop it, then repair.')
  const mended: string[] = []
  const before = await withDatabase(config, repair, async (db) => {
    const found = await look(examination, db)
    if (!repair) return found
    for (const { repair: mend } of found) if (mend) mended.push(await mend(createProgress('  …       ')))
    return mended.length > 0 ? look(examination, db) : found
  })
  for (const line of mended) say(`  repaired  ${line}`)
  for (const { level, says, advice } of before) {
    say(`${MARKS[level]}${says}`)
    if (advice !== undefined) say(`            → ${advice}`)
  }
  const left = before.filter(({ level }) => level === 'problem').length
  say(left === 0 ? 'Nothing is wrong.' : `${left} ${left === 1 ? 'problem' : 'problems'} left.`)
  return left === 0
}

async function main(words: string[]): Promise<boolean> {
  if (words.some((word) => word !== '--repair' && word !== '--delete-pictures')) {
    console.error(USAGE)
    return false
  }
  return examine({
    config: readConfig(),
    repair: words.includes('--repair'),
    deletePictures: words.includes('--delete-pictures'),
    say: (line) => console.info(line),
  })
}

if (import.meta.main) {
  const well = await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(`The doctor could not look: ${error instanceof Error ? error.message : String(error)}`)
    return false
  })
  process.exitCode = well ? 0 : 1
}
