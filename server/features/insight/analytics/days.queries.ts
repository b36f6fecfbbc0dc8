import { sql } from 'kysely'
import type { FigureDay } from '#contract/insight/analytics.ts'
import type { Period } from '#contract/insight/analytics-choices.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { dateIn, SITE_TIME_ZONE } from '#server/data/time-zones.ts'

const DAY_MS = 24 * 3_600_000
const DEFAULT_DAYS: Period = '28'

interface Range {
  from: string
  to: string
}

const playlistDays = prepared((db, params: Params<{ ids: string[]; from: string; to: string }>) =>
  db
    .selectFrom('playlist_days')
    .select(['day', sum('learners'), sum('started'), sum('finished'), sum('watched_s')])
    .where(params.among('playlist_id', 'ids'))
    .where('day', '>=', params.value('from'))
    .where('day', '<=', params.value('to'))
    .groupBy('day')
    .orderBy('day'),
)

const courseDays = prepared((db, params: Params<{ ids: string[]; from: string; to: string }>) =>
  db
    .selectFrom('course_days')
    .select(['day', sum('learners'), sum('started'), sum('finished'), sum('watched_s')])
    .where(params.among('course_id', 'ids'))
    .where('day', '>=', params.value('from'))
    .where('day', '<=', params.value('to'))
    .groupBy('day')
    .orderBy('day'),
)

function sum<Name extends string>(column: Name) {
  return sql<number>`sum(${sql.ref(column)})`.as(column)
}

const READ = { playlist: playlistDays, course: courseDays } as const

/** What was new on the days of a period that ends today, and the minutes of the period before it. */
export async function readPeriod(
  db: Db,
  of: { kind: keyof typeof READ; ids: readonly string[] },
  days: Period = DEFAULT_DAYS,
) {
  const now = Date.now()
  const dayBefore = (count: number) => dateIn(SITE_TIME_ZONE, now - count * DAY_MS)
  const length = Number(days)
  const range: Range = { from: dayBefore(length - 1), to: dayBefore(0) }
  const before: Range = { from: dayBefore(2 * length - 1), to: dayBefore(length) }
  const read = (within: Range) =>
    of.ids.length === 0 ? [] : READ[of.kind](db, { ids: [...of.ids], ...within })
  const [rows, former] = await Promise.all([read(range), read(before)])
  return {
    days: rows.map(
      ({ day, learners, started, finished, watched_s }): FigureDay => ({
        day,
        learners: Number(learners),
        started: Number(started),
        finished: Number(finished),
        minutes: minutesOf(Number(watched_s)),
      }),
    ),
    ...range,
    timeZone: SITE_TIME_ZONE,
    minutesBefore: minutesOf(former.reduce((all, { watched_s }) => all + Number(watched_s), 0)),
  }
}

export const minutesOf = (seconds: number): number => Math.floor(seconds / 60)
