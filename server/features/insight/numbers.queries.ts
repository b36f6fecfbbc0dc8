import type { NumberPeriod, SiteNumbers } from '#contract/insight/numbers.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { dateIn, SITE_TIME_ZONE } from '#server/data/time-zones.ts'

const DAY_MS = 24 * 3_600_000
const DEFAULT_DAYS: NumberPeriod = '30'

const sumsOfTotals = prepared((db, _params: Params<Record<never, never>>) =>
  db
    .selectFrom('totals')
    .select(['kind', 'category_id', 'status', ({ fn }) => fn.sum<number>('amount').as('n')])
    .where('kind', 'in', ['people', 'playlists', 'courses', 'comments', 'revisions'])
    .groupBy(['kind', 'category_id', 'status']),
)

const siteDays = prepared((db, params: Params<{ from: string }>) =>
  db.selectFrom('site_days').selectAll().where('day', '>=', params.value('from')).orderBy('day'),
)

const watchedOnSite = prepared((db, _params: Params<Record<never, never>>) =>
  db
    .selectFrom('site_days')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('watched_s'), val(0)).as('n')),
)

interface Total {
  kind: string
  category_id: string
  status: string
  n: number
}

/** The numbers of the site, from its totals and its days only. */
export async function readNumbers(db: Db, days: NumberPeriod = DEFAULT_DAYS): Promise<SiteNumbers> {
  const from = dateIn(SITE_TIME_ZONE, Date.now() - (Number(days) - 1) * DAY_MS)
  const [totals, rows, [watched]] = await Promise.all([
    sumsOfTotals(db, {}),
    siteDays(db, { from }),
    watchedOnSite(db, {}),
  ])
  const count = (kind: string, status?: string) => countIn(totals, kind, status)
  return {
    people: count('people'),
    teachers: count('people', 'Teacher'),
    publicPlaylists: count('playlists', 'approved'),
    publicCourses: count('courses', 'approved'),
    minutes: Math.floor(Number(watched?.n ?? 0) / 60),
    comments: count('comments'),
    waiting: count('revisions', 'submitted') + count('revisions', 'in_review'),
    days: rows.map(({ day, watched_s, done, comments }) => ({
      day,
      signUps: 0,
      active: 0,
      minutes: Math.floor(watched_s / 60),
      done,
      comments,
    })),
  }
}

const countIn = (totals: readonly Total[], kind: string, status?: string): number =>
  totals
    .filter((total) => total.kind === kind && (status === undefined || total.status === status))
    .reduce((all, { n }) => all + Number(n), 0)
