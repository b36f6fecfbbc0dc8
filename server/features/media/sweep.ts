import type { Db } from '#server/data/database.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { RunExclusive } from '#server/http/slots.ts'
import { countStored, countUnnamed, hasUsers, storedAmong, unnamedBefore } from './media.queries.ts'
import { pictureOfFile, picturesOfFiles } from './picture-files.ts'

const SWEEP_AFTER_MS = 3_600_000
const SWEPT_AT_ONCE = 500
/** A share of all pictures. A sweep that finds more probably has the wrong database; it may always delete one. */
const LEFTOVERS_MAX_SHARE = 0.1

/** Deletes pictures that no row has referred to for an hour: leftovers of failed uploads. */
export interface Sweep {
  findUnnamed(now?: number): Promise<Unnamed>
  /** Deletes the unused pictures; if there are too many, only with `all`. */
  sweep(now?: number, allowed?: 'few' | 'all'): Promise<Swept>
}

interface Unnamed {
  /** Pictures. */
  count: number
  /** The number of all pictures, including the used ones. */
  of: number
  /** More than uploads leave behind: a database was lost, or an older one was brought back. */
  isTooMuch: boolean
  /** Files without a row, those cut off while they were written among them. */
  files: string[]
}

interface Swept {
  /** Rows and files. */
  deleted: number
  /** Present when nothing was deleted, because it would have been too much. */
  tooMuch?: Pick<Unnamed, 'count' | 'of'>
}

interface SweepContext {
  db: Db
  files: FileStore
  runExclusive: RunExclusive
  /** Deletes the rows of these names, and what it can of their files; gives how many rows. */
  releaseOlderThan: (names: string[], before: string) => Promise<number>
}

export function createSweep({ db, files, runExclusive, releaseOlderThan }: SweepContext): Sweep {
  async function sweepRows(before: string): Promise<number> {
    let swept = 0
    while (true) {
      const names = await unnamedBefore(db, before, SWEPT_AT_ONCE)
      const gone = await releaseOlderThan(names, before)
      swept += gone
      if (gone === 0 || names.length < SWEPT_AT_ONCE) return swept
    }
  }

  async function withoutRow(names: string[]): Promise<string[]> {
    const stored = await storedAmong(db, picturesOfFiles(names))
    return names.filter((name) => !stored.has(pictureOfFile(name) ?? ''))
  }

  /** Files last written before that time that no row names. */
  async function orphansOlderThan(before: number): Promise<string[]> {
    const orphans: string[] = []
    for await (const some of files.list()) {
      const old = some.filter(({ changedAt }) => changedAt < before).map(({ name }) => name)
      if (old.length > 0) orphans.push(...(await withoutRow(old)))
    }
    return orphans
  }

  /** Deletes the files that still have no row; returns how many. */
  async function removeOrphans(orphans: string[]): Promise<number> {
    let removed = 0
    for (let start = 0; start < orphans.length; start += SWEPT_AT_ONCE) {
      await runExclusive(async () => {
        const some = await withoutRow(orphans.slice(start, start + SWEPT_AT_ONCE))
        await files.remove(some)
        removed += some.length
      })
    }
    return removed
  }

  async function findUnnamed(now = Date.now()): Promise<Unnamed> {
    const before = now - SWEEP_AFTER_MS
    const orphans = await orphansOlderThan(before)
    const strangers = picturesOfFiles(orphans).length
    const [stored, unnamed] = await Promise.all([
      countStored(db),
      countUnnamed(db, new Date(before).toISOString()),
    ])
    const [count, of] = [unnamed + strangers, stored + strangers]
    const isTooMuch = count > Math.max(1, Math.floor(of * LEFTOVERS_MAX_SHARE))
    return { count, of, isTooMuch, files: orphans }
  }

  return {
    findUnnamed,
    async sweep(now = Date.now(), allowed = 'few') {
      const { count, of, isTooMuch, files: orphans } = await findUnnamed(now)
      if (isTooMuch && allowed === 'few') return { deleted: 0, tooMuch: { count, of } }
      const rows = await sweepRows(new Date(now - SWEEP_AFTER_MS).toISOString())
      return { deleted: rows + (await removeOrphans(orphans)) }
    },
  }
}

/** A first start that is cut off leaves pictures of the demo without a row, as many as are drawn at once. */
const CUT_OFF_MAX = 4

interface Site {
  /** Absent when there is no database at all. */
  db?: Db | undefined
  files: FileStore
}

/**
 * Throws an Error with one sentence when there are pictures and nobody whose they are: the site would look like a new
 * one, and its sweep would delete them all.
 */
export async function rejectLostDatabase({ db, files }: Site): Promise<void> {
  if (db && (await hasUsers(db))) return
  const few = db && (await countStored(db)) > 0 ? CUT_OFF_MAX : 0
  let unknown = 0
  for await (const some of files.list()) {
    const names = picturesOfFiles(some.map(({ name }) => name))
    unknown += names.length - (db ? (await storedAmong(db, names)).size : 0)
    if (unknown > few) throw new Error(sentence(files.location))
  }
}

const sentence = (location: string) =>
  `There are pictures in ${location} and nobody in the database, which must be missing, empty or another site's: bring it back (npm run restore -- <file> --force), let npm run doctor look, or move the pictures away if this is to be a new site.`
