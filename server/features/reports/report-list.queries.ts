import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { REPORTS_SENT_MAX, type ReportGroup, type reportsApi } from '#contract/reports/reports.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { countOf, peopleOf, reportsOf } from '#server/features/review/item-reports.queries.ts'
import { subjectsOf } from './subjects.queries.ts'

const OPEN = sql<SqlBool>`reports.state = 'open'`
/** There are few in the trash. */
const IS_OUTSIDE_TRASH = sql<SqlBool>`reports.subject_id not in
  (select playlists.id from playlists where playlists.trash_id is not null
    union all select courses.id from courses where courses.trash_id is not null
    union all select comments.id from courses join comments on comments.course_id = courses.id
      where courses.trash_id is not null)`
/** The list has a subject at the place of its oldest open report. */
const IS_FIRST = sql<SqlBool>`not exists (select 1 from reports as earlier where earlier.state = 'open'
  and earlier.subject_kind = reports.subject_kind and earlier.subject_id = reports.subject_id
  and earlier.id < reports.id)`
const SAME_SUBJECT = sql<SqlBool>`same.state = 'open'
  and same.subject_kind = reports.subject_kind and same.subject_id = reports.subject_id`

export const COUNTED_MAX = 1000

/** The oldest open report of each subject, after the id `after`, with the number and the first ids of its open reports. */
export const firstReports = prepared((db, params: Params<{ after: string; most: number }>) =>
  db
    .selectFrom('reports')
    .select(['id', 'subject_kind', 'subject_id', 'author_id', 'created_at'])
    .select(sql<number>`(select count(*) from reports as same where ${SAME_SUBJECT})`.as('count'))
    .select(
      sql<string>`(select string_agg(listed.id, ',') from (select same.id from reports as same
        where ${SAME_SUBJECT} order by same.id limit ${sql.lit(REPORTS_SENT_MAX)}) as listed)`.as('ids'),
    )
    .where(OPEN)
    .where('id', '>', params.value('after'))
    .where(IS_FIRST)
    .where(IS_OUTSIDE_TRASH)
    .orderBy('id')
    .limit(params.value('most')),
)

/** Stops counting at `COUNTED_MAX` + 1. */
export async function countSubjects(db: Db): Promise<number> {
  const first = db
    .selectFrom('reports')
    .select('id')
    .where(OPEN)
    .where(IS_FIRST)
    .where(IS_OUTSIDE_TRASH)
    .limit(sql.lit(COUNTED_MAX + 1))
  const { n } = await db
    .selectFrom(first.as('first'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const reportsById = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('reports')
    .select(['id', 'reporter_id', 'reason', 'text', 'created_at'])
    .where(params.among('id', 'ids'))
    .orderBy('id'),
)

/** The number of reported subjects by author and state. */
export const subjectsOfAuthors = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('reports')
    .select('author_id as user_id')
    .select(['state', sql<number>`count(distinct subject_id)`.as('n')])
    .where(params.among('author_id', 'ids'))
    .groupBy(['author_id', 'state']),
)

const SORT = 'reports'

interface ReportsQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

/** Subjects with open reports, the one with the oldest report first. */
export async function listReports(
  db: Db,
  { limit = LIST_LIMIT_DEFAULT, cursor }: ReportsQuery,
): Promise<z.input<typeof reportsApi.list.reply>> {
  const [after = ''] = cursor === undefined ? [] : decodeCursor(SORT, cursor)
  const [found, n] = await Promise.all([
    firstReports(db, { after: String(after), most: limit + 1 }),
    countSubjects(db),
  ])
  const { rows, nextCursor } = pageOf(found, limit, ({ id }) => encodeCursor(SORT, [id]))
  const groups = await groupsOf(db, rows)
  const total = n > COUNTED_MAX ? { total: COUNTED_MAX, totalIsLowerBound: true as const } : { total: n }
  return { groups, ...total, nextCursor }
}

type FirstReport = Awaited<ReturnType<typeof firstReports>>[number]

async function groupsOf(db: Db, firsts: FirstReport[]): Promise<ReportGroup[]> {
  if (firsts.length === 0) return []
  const rows = await reportsById(db, { ids: firsts.flatMap(({ ids }) => ids.split(',')) })
  const [subjects, reports, authors] = await Promise.all([
    subjectsOf(db, firsts),
    reportsOf(db, rows),
    authorsOf(
      db,
      firsts.flatMap(({ author_id }) => author_id ?? []),
    ),
  ])
  return firsts.flatMap(({ id, subject_id, author_id, count, created_at, ids }) => {
    const [subject, author] = [subjects.get(subject_id), authors.get(author_id ?? '')]
    // Deleted between two of these queries.
    if (!(subject && author)) return []
    return {
      _id: id,
      subject,
      author,
      count,
      firstAt: created_at,
      reports: ids.split(',').flatMap((each) => reports.get(each) ?? []),
    }
  })
}

async function authorsOf(db: Db, ids: string[]): Promise<Map<string, ReportGroup['author']>> {
  const [authors, decided] = await Promise.all([peopleOf(db, ids), subjectsOfAuthors(db, { ids })])
  return new Map(
    [...authors].map(([id, { shown, email, isAdmin }]) => {
      const counts = decided.filter(({ user_id }) => user_id === id)
      const record = { removed: countOf(counts, 'removed'), kept: countOf(counts, 'kept') }
      return [id, { ...shown, email, isAdmin, record }]
    }),
  )
}
