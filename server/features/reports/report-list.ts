import type { z } from 'zod'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { ReportGroup, reportsApi } from '#contract/reports/reports.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { countOf, peopleOf, reportsOf } from '#server/features/review/item-reports.ts'
import {
  COUNTED_MAX,
  countSubjects,
  firstReports,
  reportsById,
  subjectsOfAuthors,
} from './report-list.queries.ts'
import { subjectsOf } from './subjects.queries.ts'

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
