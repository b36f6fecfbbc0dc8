import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import SQLite from 'better-sqlite3'
import { z } from 'zod'
import { root } from '#tests/start-lectern.ts'
import { check } from './checker.ts'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { createLedger } from './ledger.ts'
import { openSite, startSite, stopSite } from './site.ts'

const DATABASE_FILE = 'lectern.db'
const FORMER_SITE = join(root, 'server/data/fixtures/version-0.1.0.db.gz')
const MIGRATIONS = "select name from kysely_migration where name > '0032'"

const Objects = z.array(z.object({ name: z.string() }))

/**
 * The schema of the database: tables, indexes and the recorded migrations after version 0.1.0. The record of the migrations before is
 * replaced without a change of any table.
 */
function shapeOf(folder: string): string {
  const sqlite = new SQLite(join(folder, DATABASE_FILE))
  try {
    const objects = Objects.parse(sqlite.prepare('select name from sqlite_master order by name').all())
    const known = objects.some(({ name }) => name === 'kysely_migration')
    const migrations = known ? Objects.parse(sqlite.prepare(MIGRATIONS).all()) : []
    // Kysely creates its own two tables before the first migration; they do not count.
    const created = objects.filter(({ name }) => !/kysely|^sqlite_/.test(name))
    return [...created, ...migrations].map(({ name }) => name).join(' ')
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

/** The folder of `sample` with the database of a site of version 0.1.0. */
function layFormer(sample: string, target: string): void {
  cpSync(sample, target, { recursive: true, filter: (path) => !basename(path).startsWith(DATABASE_FILE) })
  writeFileSync(join(target, DATABASE_FILE), gunzipSync(readFileSync(FORMER_SITE)))
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
    const starts: Start[] = [
      { name: 'new', lay: (target) => cpSync(join(folder, 'nothing'), target, { recursive: true }) },
      { name: 'version 0.1.0', lay: (target) => layFormer(sample, target) },
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
