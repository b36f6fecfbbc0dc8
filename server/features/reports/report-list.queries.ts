import { type SqlBool, sql } from 'kysely'
import { REPORTS_SENT_MAX } from '#contract/reports/reports.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const OPEN = sql<SqlBool>`reports.state = 'open'`
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
