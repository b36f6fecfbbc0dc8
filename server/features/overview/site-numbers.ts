import { statfs } from 'node:fs/promises'
import { z } from 'zod'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { jobKind } from '#server/jobs/enqueue.ts'
import {
  countSignUps,
  databaseBytes,
  findNumbers,
  storedBytes,
  writeNumbers,
} from './site-numbers.queries.ts'

const HOUR = 3_600_000
const SOON = 5000
const LEASE_MS = 10 * 60_000
const DAY = 86_400_000
const SIGN_UP_DAYS = 30

type Key = 'videos' | 'database' | 'pictures' | 'uploads' | 'free' | 'signUps'

const MEASURE = jobKind('site-numbers', z.object({}))

/** Every hour one process of the site measures what would take too long for a page. */
export function measureHourly({ db, jobs }: Pick<AppContext, 'db' | 'jobs'>, dataFolder: string): void {
  const measure = async (): Promise<undefined> => {
    await measureSite(db, dataFolder)
    return
  }
  jobs.work(MEASURE, measure, {
    limit: 1,
    lease: LEASE_MS,
    recurring: { first: SOON, every: HOUR, payload: {} },
  })
}

/** Stores how many bytes the site uses, how many its disk has left, and how many people are new. */
export async function measureSite(db: Db, dataFolder: string): Promise<void> {
  const [signUps, stored, database, { bavail, bsize }] = await Promise.all([
    countSignUps(db, Date.now() - SIGN_UP_DAYS * DAY),
    storedBytes(db),
    databaseBytes(db),
    statfs(dataFolder),
  ])
  const numbers: Record<Key, number> = { ...stored, database, free: bavail * bsize, signUps }
  await writeNumbers(db, numbers, new Date().toISOString())
}

/** The last measurement. */
export async function measuredNumbers(db: Db): Promise<Record<Key, number | null> & { at: string | null }> {
  const rows = await findNumbers(db)
  const of = (key: Key) => rows.find((row) => row.key === key)?.value ?? null
  return {
    at: rows[0]?.at ?? null,
    videos: of('videos'),
    database: of('database'),
    pictures: of('pictures'),
    uploads: of('uploads'),
    free: of('free'),
    signUps: of('signUps'),
  }
}
