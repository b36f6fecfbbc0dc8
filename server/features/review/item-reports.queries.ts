import { type SqlBool, sql } from 'kysely'
import { REPORTS_SENT_MAX } from '#contract/reports/reports.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { ReportRow } from '#server/data/report-rows.ts'

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
