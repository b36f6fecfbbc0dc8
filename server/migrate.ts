import { existsSync, mkdirSync } from 'node:fs'
import { basename } from 'node:path'
import { type Config, readConfig } from './config.ts'
import { DATABASE_FILE, openDatabaseToRead, openToolDatabase } from './core/db/database.ts'
import { isInUse } from './core/db/in-use.ts'
import { mediaFolder } from './core/media-folder.ts'
import { createImageFiles } from './features/media/image-files.ts'
import { bucketFiles, mediaFiles } from './media-files.ts'
import { createBar } from './moving/bar.ts'
import { type Moved, movePicturesAhead, moveSite } from './moving/move-site.ts'
import { type Order, readOrder } from './moving/order.ts'

const USAGE = `Usage: npm run migrate -- --from sqlite:./data/lectern.db --to postgres://user:password@host/database
  Moves a whole site into an empty PostgreSQL, its pictures into the bucket of S3_… or into DATA_DIR, and checks all of it.
  --pictures  only the pictures, while the site runs, so that the move itself is short`

/** Both sides of the move; where pictures stay in their folder, they are the same. */
function picturesOf({ folder }: Order, config: Config) {
  const from = createImageFiles(mediaFolder(folder))
  const stays = !bucketFiles(config) && mediaFolder(config.DATA_DIR) === mediaFolder(folder)
  return { from, into: stays ? from : mediaFiles(config) }
}

function tell({ tables, pictures }: Moved, seconds: number): void {
  for (const { table, rows, checksum } of tables) {
    console.info(
      `[migrate] ${table.padEnd(16)} ${String(rows).padStart(9)} rows  ${checksum.slice(0, 16)}…  same on both sides`,
    )
  }
  const rows = tables.reduce((sum, each) => sum + each.rows, 0)
  console.info(
    `[migrate] Moved ${rows} rows and ${pictures.copied} picture files in ${seconds} s. Nothing of the old site was changed.`,
  )
}

function warn(missing: string[]): void {
  if (missing.length === 0) return
  console.warn(
    `[migrate] ${missing.length} files that rows name were lost before, like ${missing[0]}: run "npm run doctor".`,
  )
}

/** Throws an Error with one sentence when nothing was moved. */
async function carryOut(order: Order, config: Config): Promise<void> {
  if (!existsSync(order.file) || basename(order.file) !== DATABASE_FILE)
    throw new Error(`${order.file} is no database of a site.`)
  const isRunning = isInUse(order.folder)
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o750 })
  const from = openDatabaseToRead(order.folder)
  const into = openToolDatabase({ ...config, DATABASE_URL: order.to })
  const bar = createBar()
  const pictures = picturesOf(order, config)
  const began = performance.now()
  try {
    if (order.picturesOnly) {
      const { copied, missing } = await movePicturesAhead({ from, pictures, bar })
      bar.end()
      console.info(
        `[migrate] ${copied} picture files copied. Now stop the site, and run the same without --pictures.`,
      )
      warn(missing)
      return
    }
    const moved = await moveSite({ from, into, pictures, bar }).finally(bar.end)
    tell(moved, Math.round((performance.now() - began) / 1000))
    warn(moved.pictures.missing)
    if (isRunning) {
      console.warn(
        '[migrate] The old site was running: what is written there since this began is not in it. This was a',
      )
      console.warn(
        '[migrate] rehearsal. To switch over, stop the old site, drop what was moved, and run it again.',
      )
    } else console.info('[migrate] Start the site with DATABASE_URL set to the new database.')
  } finally {
    await from.destroy()
    await into.destroy()
  }
}

async function run(): Promise<void> {
  let order: Order
  try {
    order = readOrder(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    process.exitCode = 1
    return
  }
  await carryOut(order, readConfig()).catch((error: unknown) => {
    console.error(`Nothing was moved: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  })
}

await run()
