import { cpSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { z } from 'zod'
import { check } from './checker.ts'
import { createFixtures } from './client.ts'
import type { Fault } from './fault.ts'
import { createLedger } from './ledger.ts'
import { openSite, startSite, stopSite } from './site.ts'

/** Undoes the newest migrations, like a site of an older version; 0009 and 0010 do nothing on SQLite. */
const BEFORE_POSTINGS = `drop index users_admins;
  delete from kysely_migration where name >= '0009'`
const BEFORE_COMMENT_TOTALS = `${BEFORE_POSTINGS};
  ${['came', 'went', 'moved', 'shown', 'hidden', 'gone'].map((event) => `drop trigger totals_of_comments_${event};`).join(' ')}
  delete from totals where kind = 'comments'; delete from kysely_migration where name >= '0008'`
const BEFORE_TOTALS = `${BEFORE_COMMENT_TOTALS};
  ${['courses', 'playlists', 'users']
    .flatMap((table) =>
      ['inserted', 'deleted', 'moved'].map((event) => `drop trigger totals_of_${table}_${event};`),
    )
    .join(' ')}
  drop table totals; delete from kysely_migration where name >= '0007'`
const BEFORE_NAMES = `${BEFORE_TOTALS};
  drop table search_names; drop table search_name_deletions; drop index users_overlooked;
  alter table users drop column searched_as; delete from kysely_migration where name >= '0006'`
const BEFORE_SEARCH = `${BEFORE_NAMES};
  drop table search_documents; drop table search_words; drop table search_deletions; drop table search_index;
  drop index playlists_saves; drop index playlists_popularity; delete from kysely_migration where name >= '0004'`
const BEFORE_USERS = `${BEFORE_SEARCH};
  drop index users_role_name; drop index users_role_email; drop index users_email; drop index playlists_teacher_status;
  delete from kysely_migration where name >= '0003'`

const Objects = z.array(z.object({ name: z.string() }))

/** The schema of the database: tables, indexes and the recorded migrations. */
function shapeOf(folder: string): string {
  const sqlite = new SQLite(join(folder, 'lectern.db'))
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

export const killDuringMigrations: Fault = {
  id: 'F26',
  title: 'kill -9 before each statement of the migrations',
  async run(folder, say) {
    const sample = join(folder, 'sample')
    const site = await openSite({ folder: sample })
    await createFixtures(site.url)
    await stopSite(site)
    const after = shapeOf(sample)
    const undone = (statements: string) => (target: string) => {
      cpSync(sample, target, { recursive: true })
      const sqlite = new SQLite(join(target, 'lectern.db'))
      sqlite.exec(statements)
      sqlite.close()
    }
    const starts: Start[] = [
      { name: 'new', lay: (target) => cpSync(join(folder, 'nothing'), target, { recursive: true }) },
      { name: 'before 0003', lay: undone(BEFORE_USERS) },
      { name: 'before 0004', lay: undone(BEFORE_SEARCH) },
      { name: 'before 0006', lay: undone(BEFORE_NAMES) },
      { name: 'before 0007', lay: undone(BEFORE_TOTALS) },
      { name: 'before 0008', lay: undone(BEFORE_COMMENT_TOTALS) },
      { name: 'before 0009', lay: undone(BEFORE_POSTINGS) },
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
