import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'

/** The column `liked` of a row of `comments`: whether the reader likes it, 1 or 0. */
export function likedBy(reader: RawBuilder<string>): AliasedRawBuilder<number, 'liked'> {
  return sql<number>`case when exists (select 1 from comment_likes as own
    where own.comment_id = comments.id and own.user_id = ${reader}) then 1 else 0 end`.as('liked')
}

const LIKE = ['comment_id', 'user_id', 'created_at'] as const

/** Returns the number of new rows: 0 if the user likes the comment already. */
export const insertLike = preparedChange((db, params: Params<Record<(typeof LIKE)[number], string>>) =>
  db
    .insertInto('comment_likes')
    .columns(LIKE)
    .expression(params.row(LIKE))
    .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doNothing()),
)

/** Returns the number of deleted rows. */
export const deleteLike = preparedChange((db, params: Params<{ commentId: string; userId: string }>) =>
  db
    .deleteFrom('comment_likes')
    .where('comment_id', '=', params.value('commentId'))
    .where('user_id', '=', params.value('userId')),
)

const updateLikesCount = prepared((db, params: Params<{ commentId: string; by: number }>) =>
  db
    .updateTable('comments')
    .set(({ eb }) => ({ likes_count: eb('likes_count', '+', params.value('by')) }))
    .where('id', '=', params.value('commentId'))
    .returning('likes_count'),
)

/** Changes the count by `by` and returns it. */
export async function changeLikesCount(trx: Db, commentId: string, by: number): Promise<number> {
  const [comment] = await updateLikesCount(trx, { commentId, by })
  if (!comment) throw new Error('A comment went while somebody liked it.')
  return comment.likes_count
}
