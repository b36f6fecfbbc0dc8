import { type SqlBool, sql } from 'kysely'
import type { ReportDraft } from '#contract/reports/reports.ts'
import type { Db } from '#server/data/database.ts'
import type { ReportRow } from '#server/data/report-rows.ts'

const OPEN = sql<SqlBool>`state = 'open'`

/** Returns false if the reporter already has an open report about the subject. */
export async function insertReport(
  trx: Db,
  report: Omit<ReportRow, 'state' | 'decided_by' | 'decided_at'>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('reports')
    .values({ ...report, state: 'open' })
    .onConflict((open) => open.columns(['subject_kind', 'subject_id', 'reporter_id']).where(OPEN).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

type SubjectKeys = Pick<ReportRow, 'subject_kind' | 'subject_id'>

export async function countOpen(db: Db, { subject_kind, subject_id }: SubjectKeys): Promise<number> {
  const { n } = await db
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(OPEN)
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .executeTakeFirstOrThrow()
  return n
}

/** Whether an admin has kept the subject after an earlier report of this reporter. */
export async function wasKept(
  db: Db,
  reporterId: string,
  { subjectKind, subjectId }: Pick<ReportDraft, 'subjectKind' | 'subjectId'>,
): Promise<boolean> {
  const kept = await db
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', reporterId)
    .where('state', '=', 'kept')
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .limit(1)
    .executeTakeFirst()
  return kept !== undefined
}

export function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  return db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
}

interface Decision extends SubjectKeys {
  state: 'kept' | 'removed'
  adminId: string
}

/** Decides all open reports about a subject. Returns their reporters (null if deleted); an empty list if none was open. */
export async function decideOpen(
  trx: Db,
  { subject_kind, subject_id, state, adminId }: Decision,
): Promise<(string | null)[]> {
  const rows = await trx
    .updateTable('reports')
    .set({ state, decided_by: adminId, decided_at: new Date().toISOString() })
    .where(OPEN)
    .where('subject_kind', '=', subject_kind)
    .where('subject_id', '=', subject_id)
    .returning('reporter_id')
    .execute()
  return rows.map(({ reporter_id }) => reporter_id)
}

export function findPerson(db: Db, id: string): Promise<{ id: string; created_at: string } | undefined> {
  return db.selectFrom('users').select(['id', 'created_at']).where('id', '=', id).executeTakeFirst()
}
