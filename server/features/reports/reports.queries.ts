import { type SqlBool, sql } from 'kysely'
import type { ReportDraft } from '#contract/reports/reports.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, preparedChange } from '#server/data/prepared.ts'
import type { ReportRow } from '#server/data/review-rows.ts'

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

const dismissRows = preparedChange((db, params: Params<{ kind: string; id: string; at: string }>) =>
  db
    .updateTable('reports')
    .set({ state: 'dismissed', decided_at: params.value('at') })
    .where(OPEN)
    .where('subject_kind', '=', sql<ReportRow['subject_kind']>`${params.value('kind')}`)
    .where('subject_id', '=', params.value('id')),
)

/** Dismisses the open reports about a subject that is being deleted. */
export async function dismissReports(trx: Db, kind: ReportRow['subject_kind'], id: string): Promise<void> {
  await dismissRows(trx, { kind, id, at: new Date().toISOString() })
}

/**
 * Dismisses the open reports about subjects that a transaction deleted along with another one, such as the comments of a
 * course. It checks all open reports, which are few.
 */
export async function dismissReportsOnGone(trx: Db): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ state: 'dismissed', decided_at: new Date().toISOString() })
    .where(OPEN)
    .where('reports.id', '>', '')
    .where(sql<SqlBool>`case reports.subject_kind
      when 'comment' then not exists (select 1 from comments where comments.id = reports.subject_id and comments.removed_at is null)
      when 'course' then not exists (select 1 from courses where courses.id = reports.subject_id)
      when 'playlist' then not exists (select 1 from playlists where playlists.id = reports.subject_id)
      else not exists (select 1 from users where users.id = reports.subject_id) end`)
    .execute()
}

/** Open reports about the work of a teacher are about that of another one from now on. */
export async function moveReportsOfWork(trx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ author_id: to })
    .where('author_id', '=', from)
    .where('subject_kind', 'in', ['course', 'playlist'])
    .where(OPEN)
    .execute()
}
