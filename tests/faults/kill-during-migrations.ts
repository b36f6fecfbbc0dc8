import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'
import SQLite from 'better-sqlite3'
import { z } from 'zod'
import { DATABASE_FILE, openDatabase } from '#server/data/database.ts'
import { migrateTo } from '#server/data/migrate.ts'
import { check } from './checker.ts'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { createLedger } from './ledger.ts'
import { openSite, startSite, stopSite } from './site.ts'

/** The last migration of the older site. Every later migration then runs on its rows. */
const OLDEST = '0002-categories'

const Objects = z.array(z.object({ name: z.string() }))

/** The schema of the database: tables, indexes and the recorded migrations. */
function shapeOf(folder: string): string {
  const sqlite = new SQLite(join(folder, DATABASE_FILE))
  try {
    const objects = Objects.parse(sqlite.prepare('select name from sqlite_master order by name').all())
    const known = objects.some(({ name }) => name === 'kysely_migration')
    const migrations = known ? Objects.parse(sqlite.prepare('select name from kysely_migration').all()) : []
    // Kysely creates its own two tables before the first migration; they do not count.
    const ours = objects.filter(({ name }) => !/kysely|^sqlite_/.test(name))
    return [...ours, ...migrations].map(({ name }) => name).join(' ')
  } finally {
    sqlite.close()
  }
}

interface Start {
  name: string
  /** Prepares the folder of a site before the migrations. */
  lay: (folder: string) => void
}

interface Kills {
  folder: string
  start: Start
  after: string
}

/** Kills the start before its first statement, its second, its third …, until it succeeds. */
async function killEach({
  folder,
  start,
  after,
}: Kills): Promise<{ kills: number; half: number; stuck: number }> {
  const count = { kills: 0, half: 0, stuck: 0 }
  for (let statement = 1; ; statement += 1) {
    const target = join(folder, `${start.name}-${statement}`)
    start.lay(target)
    const before = statement === 1 ? undefined : shapeOf(target)
    const environment = { KILL_AT: String(statement) }
    const site = await startSite({ folder: target, preload: 'kill-at-statement', environment })
    if (site) {
      await stopSite(site)
      return count
    }
    count.kills += 1
    const shape = shapeOf(target)
    if (shape !== after && shape !== '' && before !== undefined && shape !== before) count.half += 1
    if (statement % 5 !== 0) continue
    const again = await startSite({ folder: target })
    if (again) await stopSite(again)
    if (!again || shapeOf(target) !== after) count.stuck += 1
  }
}

/** Creates a site with the schema of the migration `OLDEST` and copies the rows of `sample` that fit into its tables. */
async function layOlder(sample: string, target: string): Promise<void> {
  const isDatabase = (path: string) => basename(path).startsWith(DATABASE_FILE)
  cpSync(sample, target, { recursive: true, filter: (path) => !isDatabase(path) })
  const db = openDatabase(target)
  await migrateTo(db, OLDEST)
  await db.destroy()
  const sqlite = new SQLite(join(target, DATABASE_FILE))
  sqlite.pragma('foreign_keys = off')
  sqlite.prepare('attach ? as sample').run(join(sample, DATABASE_FILE))
  const namesIn = (query: string) => Objects.parse(sqlite.prepare(query).all()).map(({ name }) => name)
  for (const table of namesIn("select name from main.sqlite_master where type = 'table'")) {
    if (/kysely|^sqlite_/.test(table)) continue
    const newer = namesIn(`select name from pragma_table_info('${table}', 'sample')`)
    const columns = namesIn(`select name from pragma_table_info('${table}', 'main')`)
    const common = columns.filter((column) => newer.includes(column)).join()
    if (!common) continue
    sqlite.exec(`delete from main.${table};
      insert into main.${table} (${common}) select ${common} from sample.${table}`)
  }
  sqlite.close()
}

export const killDuringMigrations: Fault = {
  id: 'F26',
  title: 'kill -9 before each statement of the migrations',
  async run(folder, say) {
    const sample = join(folder, 'sample')
    const site = await openSite({ folder: sample })
    await createFixtures(site.url)
    await stopSite(site)
    const after = shapeOf(sample)
    const older = join(folder, 'older')
    await layOlder(sample, older)
    const starts: Start[] = [
      { name: 'new', lay: (target) => cpSync(join(folder, 'nothing'), target, { recursive: true }) },
      { name: `after ${OLDEST}`, lay: (target) => cpSync(older, target, { recursive: true }) },
    ]
    cpSync(sample, join(folder, 'nothing'), { recursive: true, filter: (path) => path === sample })
    const summaries: string[] = []
    let faults = 0
    for (const start of starts) {
      const { kills, half, stuck } = await killEach({ folder, start, after })
      faults += half + stuck + (kills === 0 ? 1 : 0)
      summaries.push(`${start.name}: ${kills} kills, ${half} half, ${stuck} stuck`)
      say(summaries.at(-1) ?? '')
    }
    const verdict = await check(sample, createLedger(join(folder, 'acknowledged')))
    return { held: faults + verdict.wrong.length === 0, figures: summaries.join('; ') }
  },
}
