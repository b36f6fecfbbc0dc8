import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type Params, preparedChange } from '#server/data/prepared.ts'
import type { ReportRow } from '#server/data/report-rows.ts'

const OPEN = sql<SqlBool>`reports.state = 'open'`

const dismissed = preparedChange((db, params: Params<{ kind: string; id: string; at: string }>) =>
  db
    .updateTable('reports')
    .set({ state: 'dismissed', decided_at: params.value('at') })
    .where(OPEN)
    .where('subject_kind', '=', sql<ReportRow['subject_kind']>`${params.value('kind')}`)
    .where('subject_id', '=', params.value('id')),
)

/** Dismisses the open reports about a subject that is being deleted. */
export async function dismissReports(trx: Db, kind: ReportRow['subject_kind'], id: string): Promise<void> {
  await dismissed(trx, { kind, id, at: new Date().toISOString() })
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
