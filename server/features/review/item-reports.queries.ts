import { type SqlBool, sql } from 'kysely'
import { REPORTS_SENT_MAX, type Report } from '#contract/reports/reports.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { ReportRow } from '#server/data/review-rows.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

const OPEN = sql<SqlBool>`reports.state = 'open'`

/** The first open reports about one subject. */
export const openReportsOn = prepared((db, params: Params<{ kind: string; id: string }>) =>
  db
    .selectFrom('reports')
    .select(['id', 'reporter_id', 'reason', 'text', 'created_at'])
    .where(OPEN)
    .where('subject_kind', '=', sql<ReportRow['subject_kind']>`${params.value('kind')}`)
    .where('subject_id', '=', params.value('id'))
    .orderBy('id')
    .limit(sql.lit(REPORTS_SENT_MAX)),
)

/** People as admins see them. */
export const people = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('users')
    .innerJoin('images', 'images.name', 'users.photo')
    .select(['users.id', 'users.username', 'users.email', 'users.role', 'users.created_at', 'users.is_admin'])
    .select(['users.suspended_at', 'users.suspended_reason'])
    .select(['images.name', 'images.width', 'images.height', 'images.widths', 'images.placeholder'])
    .where(params.among('users.id', 'ids')),
)

/** The number of reports by reporter and state. */
export const reportsOfReporters = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('reports')
    .select(({ fn }) => ['reporter_id as user_id', 'state', fn.countAll<number>().as('n')])
    .where(params.among('reporter_id', 'ids'))
    .groupBy(['reporter_id', 'state']),
)

/** The first open reports about one subject. */
export async function reportsAbout(
  db: Db,
  subject: { kind: ReportRow['subject_kind']; id: string },
): Promise<Report[]> {
  const rows = await openReportsOn(db, subject)
  return [...(await reportsOf(db, rows)).values()]
}

type ReportColumns = Pick<ReportRow, 'id' | 'reporter_id' | 'reason' | 'text' | 'created_at'>

/** Reports by id, with their reporters and the outcomes of the reporters' earlier reports. */
export async function reportsOf(db: Db, rows: ReportColumns[]) {
  const ids = [...new Set(rows.flatMap(({ reporter_id }) => reporter_id ?? []))]
  const [reporters, filed] = await Promise.all([peopleOf(db, ids), reportsOfReporters(db, { ids })])
  const reports = rows.map(({ id, reporter_id, reason, text, created_at }) => {
    const person = reporters.get(reporter_id ?? '')
    const counts = filed.filter(({ user_id }) => user_id === reporter_id)
    const record = {
      filed: counts.reduce((sum, { n }) => sum + n, 0),
      removed: countOf(counts, 'removed'),
      kept: countOf(counts, 'kept'),
    }
    const reporter = person ? { ...person.shown, record } : null
    return [id, { _id: id, reason, text, createdAt: created_at, reporter }] as const
  })
  return new Map(reports)
}

/** The number of reports or subjects in a state. */
export function countOf(
  counts: { state: ReportRow['state']; n: number }[],
  wanted: ReportRow['state'],
): number {
  return counts.find(({ state }) => state === wanted)?.n ?? 0
}

/** Users by id, as admins see them. */
export async function peopleOf(db: Db, ids: string[]) {
  const rows = ids.length === 0 ? [] : await people(db, { ids })
  return new Map(
    rows.map(
      ({ id, username, email, role, created_at, is_admin, suspended_at: at, suspended_reason, ...photo }) => {
        const shown = {
          _id: id,
          username,
          role,
          profilePhoto: imageRef(photo),
          createdAt: created_at,
          ...(at !== null && { suspended: { at, reason: suspended_reason ?? '' } }),
        }
        return [id, { shown, email, isAdmin: is_admin === 1 }] as const
      },
    ),
  )
}
