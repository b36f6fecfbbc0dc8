import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { lockToDelete } from '#server/data/locks.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'
import type { CommentRow } from '#server/data/schema.ts'

const deleted = preparedChange((db, params: Params<{ id: string }>) =>
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
  return (await deleted(trx, { id: commentId })) > 0
}

const emptied = preparedChange((db, params: Params<{ id: string; at: string }>) =>
  db
    .updateTable('comments')
    .set({
      text: '',
      is_question: 0,
      answered_by: null,
      pinned_at: null,
      hidden_at: null,
      removed_at: params.value('at'),
    })
    .where('id', '=', params.value('id'))
    .where('removed_at', 'is', null),
)

/** Deletes the text of a comment, whose row stays for its replies. Returns whether there was one. */
export async function emptyComment(trx: Db, commentId: string): Promise<boolean> {
  return (await emptied(trx, { id: commentId, at: new Date().toISOString() })) > 0
}

const startOfThread = prepared((db, params: Params<{ id: string }>) =>
  db.selectFrom('comments').select(['id', 'removed_at', 'answered_by']).where('id', '=', params.value('id')),
)

/** Locks the first comment of a thread, so that no reply comes or goes before the transaction ends. */
export async function lockThread(
  trx: Db,
  id: string,
): Promise<Pick<CommentRow, 'id' | 'removed_at' | 'answered_by'> | undefined> {
  await lockToDelete(trx, 'comments', { id })
  const [thread] = await startOfThread(trx, { id })
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
