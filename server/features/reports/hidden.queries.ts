import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Comments that open reports hide (community.md, "Reports and moderation"). Nothing is stored: a comment is hidden while it
 * has as many counting reports as they ask for, and everybody but its author and admins reads as if it did not exist.
 */
const ENOUGH = sql`having count(*) >= min(reports.hides_at)`

/** The ids of the hidden comments of a course, as a subquery. */
export function hiddenOn(courseId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select reports.subject_id from reports where reports.course_id = ${courseId}
    and reports.state = 'open' and reports.hides_at > 0 group by reports.subject_id ${ENOUGH})`
}

/** The same on all courses. */
export const HIDDEN_ANYWHERE = sql<string>`(select reports.subject_id from reports
  where reports.state = 'open' and reports.hides_at > 0 group by reports.course_id, reports.subject_id ${ENOUGH})`

/** How many comments of a course are hidden. */
export function countHiddenOn(courseId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) from ${hiddenOn(courseId)} as hidden)`
}

export interface Reader {
  id: RawBuilder<string>
  /** 1 or 0. */
  isAdmin: RawBuilder<number>
}

/** Whether the reader sees a comment of `table`, which may be an alias, if `hidden` are those that reports hide. */
export function seenDespiteReports(
  hidden: RawBuilder<string>,
  { id, isAdmin }: Reader,
  table = 'comments',
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<SqlBool>`(${isAdmin} = 1 or ${column('user_id')} = ${id} or ${column('id')} not in ${hidden})`
}
