import type { CommentRow } from '#server/data/comment-rows.ts'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { lockToDelete } from '#server/data/locks.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'

const deleteRow = preparedChange((db, params: Params<{ id: string }>) =>
  db
    .deleteFrom('comments')
    .where('id', '=', params.value('id'))
    .where('removed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('comments as replies')
            .select('replies.id')
            .where('replies.parent_id', '=', params.value('id')),
        ),
      ),
    ),
)

/** Deletes a comment without replies. Returns whether there was one. */
export async function deleteComment(trx: Db, commentId: string): Promise<boolean> {
  return (await deleteRow(trx, { id: commentId })) > 0
}

const emptyRow = preparedChange((db, params: Params<{ id: string; at: string }>) =>
  db
    .updateTable('comments')
    .set({
      text: '',
      is_question: 0,
      answered_by: null,
      accepted_at: null,
      pinned_at: null,
      hidden_at: null,
      likes_count: 0,
      quote: null,
      removed_at: params.value('at'),
    })
    .where('id', '=', params.value('id'))
    .where('removed_at', 'is', null),
)

const deleteLikes = preparedChange((db, params: Params<{ id: string }>) =>
  db.deleteFrom('comment_likes').where('comment_id', '=', params.value('id')),
)

const deleteMentions = preparedChange((db, params: Params<{ id: string }>) =>
  db.deleteFrom('comment_mentions').where('comment_id', '=', params.value('id')),
)

/** Deletes everything of a comment but its row, which stays for its replies. Returns whether there was one. */
export async function emptyComment(trx: Db, commentId: string): Promise<boolean> {
  const emptied = await emptyRow(trx, { id: commentId, at: new Date().toISOString() })
  await deleteLikes(trx, { id: commentId })
  await deleteMentions(trx, { id: commentId })
  return emptied > 0
}

const findStart = prepared((db, params: Params<{ id: string }>) =>
  db.selectFrom('comments').select(['id', 'removed_at', 'answered_by']).where('id', '=', params.value('id')),
)

/** Locks the first comment of a thread, so that no reply comes or goes before the transaction ends. */
export async function lockThread(
  trx: Db,
  id: string,
): Promise<Pick<CommentRow, 'id' | 'removed_at' | 'answered_by'> | undefined> {
  await lockToDelete(trx, 'comments', { id })
  const [thread] = await findStart(trx, { id })
  return thread
}

/**
 * Locks a user's comments, and with them the threads that they start. Returns the removed comments that the user replied to;
 * they are locked before the replies, as everywhere.
 */
export async function lockThreadsOf(trx: Db, userId: string): Promise<string[]> {
  const removed = await trx
    .selectFrom('comments')
    .select('id')
    .where('removed_at', 'is not', null)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('comments as replies').select('replies.parent_id').where('replies.user_id', '=', userId),
    )
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .execute()
  await lockToDelete(trx, 'comments', { user_id: userId })
  return removed.map(({ id }) => id)
}

/** Deletes a user's comments, with the replies of others to them. */
export async function deleteCommentsOf(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('comments').where('user_id', '=', userId).execute()
}

/** Of these comments, deletes the removed ones without replies. Returns their ids. */
export async function deleteEmptyThreads(trx: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .deleteFrom('comments')
    .where('id', 'in', ids)
    .where('removed_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('comments as replies')
            .select('replies.id')
            .whereRef('replies.parent_id', '=', 'comments.id'),
        ),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The ids of all comments that reports hide. */
export async function hiddenComments(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('comments').select('id').where('hidden_at', 'is not', null).execute()
  return rows.map(({ id }) => id)
}

/** Of these comments, those that are hidden, and the courses of all. */
export async function readHidden(
  db: Db,
  ids: readonly string[],
): Promise<{ hidden: Set<string>; courseIds: string[] }> {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'course_id', 'hidden_at'])
    .where('id', 'in', ids)
    .execute()
  return {
    hidden: new Set(rows.filter(({ hidden_at }) => hidden_at !== null).map(({ id }) => id)),
    courseIds: [...new Set(rows.map(({ course_id }) => course_id))],
  }
}

/** Hides these comments, or shows them again. */
export async function writeHidden(
  trx: Db,
  { ids, isHidden }: { ids: ReadonlySet<string>; isHidden: boolean },
): Promise<void> {
  if (ids.size === 0) return
  await trx
    .updateTable('comments')
    .set({ hidden_at: isHidden ? new Date().toISOString() : null })
    .where('id', 'in', [...ids])
    .execute()
}
