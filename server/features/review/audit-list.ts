import { csvLine } from '#contract/csv.ts'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '#contract/lists.ts'
import type { AuditEntry, AuditQuery } from '#contract/review/audit.ts'
import type { Db } from '#server/data/database.ts'
import { auditPage, countAudit } from './audit-list.queries.ts'

/** The longest CSV: a year of a busy site. */
const CSV_ROWS_MAX = 20_000
const CSV_HEAD = ['Time', 'Person', 'Action', 'Subject', 'Title', 'Detail', 'Network']

/** `GET /api/audit`: a page of the audit log, or all that match as CSV. */
export async function listAudit(
  db: Db,
  { format, limit = LIST_LIMIT_DEFAULT, cursor, ...filter }: AuditQuery,
) {
  if (format === 'csv') return auditAsCsv(db, filter)
  const [{ entries, nextCursor }, { total, isLowerBound }] = await Promise.all([
    auditPage(db, filter, { limit, cursor }),
    countAudit(db, filter),
  ])
  return { entries, total, ...(isLowerBound && { totalIsLowerBound: true }), nextCursor }
}

async function auditAsCsv(db: Db, filter: Omit<AuditQuery, 'format' | 'limit' | 'cursor'>): Promise<string> {
  const lines = [csvLine(CSV_HEAD)]
  let cursor: string | undefined
  do {
    const { entries, nextCursor } = await auditPage(db, filter, { limit: LIST_LIMIT_MAX, cursor })
    for (const entry of entries) lines.push(csvLine(cellsOf(entry)))
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined && lines.length <= CSV_ROWS_MAX)
  return lines.join('')
}

function cellsOf({ at, user, action, subject, subjectTitle, detail, network }: AuditEntry): string[] {
  const details = Object.entries(detail).map(([key, value]) => `${key}: ${value}`)
  return [at, user?.username ?? '', action, subject ?? '', subjectTitle ?? '', details.join('; '), network]
}
