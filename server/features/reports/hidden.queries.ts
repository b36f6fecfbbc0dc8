import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer } from '#server/auth/viewer.ts'

/**
 * Comments that open reports hide (community.md, "Reports and moderation"). Nothing is stored: a comment is hidden while the
 * number of its reports that count reaches their `hides_at`. For everybody but its author and admins it does not exist.
 * Reports about comments of admins and of the course's teacher do not count.
 */
const COUNTS = sql`reports.state = 'open' and reports.hides_at > 0
  and not exists (select 1 from users where users.id = reports.author_id and users.is_admin = 1)
  and not exists (select 1 from courses inner join playlists on playlists.id = courses.playlist_id
    where courses.id = reports.course_id and playlists.teacher_id = reports.author_id)`
const ENOUGH = sql`having count(*) >= min(reports.hides_at)`

/** The ids of the hidden comments of a course, as a subquery. */
export function hiddenOn(courseId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select reports.subject_id from reports where reports.course_id = ${courseId}
    and ${COUNTS} group by reports.subject_id ${ENOUGH})`
}

/** The same on all courses. */
export const HIDDEN_ANYWHERE = sql<string>`(select reports.subject_id from reports
  where ${COUNTS} group by reports.course_id, reports.subject_id ${ENOUGH})`

/** The column `hidden` of a row of `comments`: 1 or 0. */
export function hiddenColumn(
  hidden: RawBuilder<string> = hiddenOn(sql.ref('comments.course_id')),
): AliasedRawBuilder<number, 'hidden'> {
  return sql<number>`case when comments.id in ${hidden} then 1 else 0 end`.as('hidden')
}

/** The number of hidden comments of a course. */
export function countHiddenOn(courseId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) from ${hiddenOn(courseId)} as hidden)`
}

export interface Reader {
  id: RawBuilder<string>
  /** 1 or 0. */
  isAdmin: RawBuilder<number>
}

/** Whether the reader sees a comment of `table`, which may be an alias; `hidden` selects the ids of hidden comments. */
export function seenDespiteReports(
  hidden: RawBuilder<string>,
  { id, isAdmin }: Reader,
  table = 'comments',
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<SqlBool>`(${isAdmin} = 1 or ${column('user_id')} = ${id} or ${column('id')} not in ${hidden})`
}

/** Whether reports hide a comment, read with `hiddenColumn`, from this user. */
export function isHiddenFrom(
  { id, isAdmin }: Pick<Viewer, 'id' | 'isAdmin'>,
  { hidden, user_id }: { hidden: number; user_id: string },
): boolean {
  return hidden === 1 && !isAdmin && id !== user_id
}
