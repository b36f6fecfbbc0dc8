import { type AliasedRawBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer } from '#server/auth/viewer.ts'

/** Comments that reports hide have `hidden_at`. For everybody but their author and admins they do not exist. */

/** The column `hidden` of a row of `comments`: 1 or 0. */
export const HIDDEN: AliasedRawBuilder<number, 'hidden'> =
  sql<number>`case when comments.hidden_at is null then 0 else 1 end`.as('hidden')

/** The number of hidden comments of a course. */
export function countHiddenOn(courseId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select count(*) from comments as hidden
    where hidden.course_id = ${courseId} and hidden.hidden_at is not null)`
}

export interface Reader {
  id: RawBuilder<string>
  /** 1 or 0. */
  isAdmin: RawBuilder<number>
}

/** Whether the reader sees a comment of `table`, which may be an alias. */
export function seenDespiteReports({ id, isAdmin }: Reader, table = 'comments'): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<SqlBool>`(${column('hidden_at')} is null or ${isAdmin} = 1 or ${column('user_id')} = ${id})`
}

/** Whether reports hide a comment, read with `HIDDEN`, from this user. */
export function isHiddenFrom(
  { id, isAdmin }: Pick<Viewer, 'id' | 'isAdmin'>,
  { hidden, user_id }: { hidden: number; user_id: string },
): boolean {
  return hidden === 1 && !isAdmin && id !== user_id
}
