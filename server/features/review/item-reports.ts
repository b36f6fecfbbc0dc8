import type { Report } from '#contract/reports/reports.ts'
import type { Db } from '#server/data/database.ts'
import type { ReportRow } from '#server/data/report-rows.ts'
import { imageRef } from '#server/features/media/image-ref.ts'
import { openReportsOn, people, reportsOfReporters } from './item-reports.queries.ts'

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
