import { type SqlBool, sql } from 'kysely'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { hiddenComments, readHidden, writeHidden } from '#server/features/comments/removal.queries.ts'

const AT_ONCE = 500

/** A report that helps to hide its comment. The index `reports_hiding` uses this condition. */
const COUNTS = sql<SqlBool>`reports.state = 'open' and reports.hides_at > 0`

/**
 * Of these comments, those that open reports hide: the number of reports that count reaches their `hides_at`. Reports about comments of admins and of the course's teacher do not count.
 */
async function enoughReported(
  trx: Db,
  ids: readonly string[],
  courseIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('reports')
    .select('subject_id')
    .where(COUNTS)
    .where('subject_id', 'in', ids)
    .where('course_id', 'in', courseIds)
    .where(
      sql<SqlBool>`not exists (select 1 from users where users.id = reports.author_id and users.is_admin = 1)`,
    )
    .where(
      sql<SqlBool>`not exists (select 1 from courses inner join playlists on playlists.id = courses.playlist_id
        where courses.id = reports.course_id and playlists.teacher_id = reports.author_id)`,
    )
    .groupBy('subject_id')
    .having(sql<SqlBool>`count(*) >= min(reports.hides_at)`)
    .execute()
  return rows.map(({ subject_id }) => subject_id)
}

/** Of these comments, those of accounts that are deleted but can be restored. */
async function ofDeleted(trx: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .select('comments.id')
    .where('comments.id', 'in', ids)
    .where('users.deleted_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Hides all comments of a user whose account is deleted, or shows those again that reports do not hide. */
export async function updateHiddenOfAccount(trx: Db, userId: string): Promise<void> {
  const rows = await trx
    .selectFrom('comments')
    .select('id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .execute()
  const ids = rows.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await updateHidden(trx, ids.slice(from, from + AT_ONCE))
}

/** Hides or shows these comments after their reports, or the rights of their author, have changed. */
export async function updateHidden(trx: Db, ids: readonly string[]): Promise<void> {
  // A report that is filed meanwhile waits, and counts all others.
  for (const id of ids.toSorted()) await lockToChange(trx, 'comments', { id })
  const { hidden: before, courseIds } = await readHidden(trx, ids)
  const after = new Set([...(await enoughReported(trx, ids, courseIds)), ...(await ofDeleted(trx, ids))])
  await writeHidden(trx, { ids: after.difference(before), isHidden: true })
  await writeHidden(trx, { ids: before.difference(after), isHidden: false })
}

/** The same for the reported comments of a user. */
export async function updateHiddenOf(trx: Db, authorId: string): Promise<void> {
  const rows = await trx
    .selectFrom('reports')
    .select('subject_id')
    .distinct()
    .where(COUNTS)
    .where('author_id', '=', authorId)
    .execute()
  await updateHidden(
    trx,
    rows.map(({ subject_id }) => subject_id),
  )
}

/**
 * Writes REPORTS_TO_HIDE into the open reports that count, and hides or shows all comments by it. Each start does this, because
 * the limit may be another one.
 */
export function setHidingLimit(db: Db, reportsToHide: number): Promise<void> {
  return transaction(db, async (trx) => {
    await trx
      .updateTable('reports')
      .set({ hides_at: reportsToHide })
      .where('state', '=', 'open')
      .where('hides_at', '<>', reportsToHide)
      .execute()
    await updateAllHidden(trx)
  })
}

async function updateAllHidden(trx: Db): Promise<void> {
  const reported = await trx.selectFrom('reports').select('subject_id').distinct().where(COUNTS).execute()
  const ids = new Set([...reported.map(({ subject_id }) => subject_id), ...(await hiddenComments(trx))])
  await updateHidden(trx, [...ids])
}
