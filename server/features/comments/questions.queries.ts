import type { Db } from '#server/data/database.ts'
import { type Params, prepared, preparedChange } from '#server/data/prepared.ts'

const replyTo = prepared((db, params: Params<{ id: string; parentId: string }>) =>
  db
    .selectFrom('comments')
    .select('id')
    .where('id', '=', params.value('id'))
    .where('parent_id', '=', params.value('parentId')),
)

export async function isReplyTo(db: Db, reply: { id: string; parentId: string }): Promise<boolean> {
  return (await replyTo(db, reply)).length > 0
}

const answered = preparedChange((db, params: Params<{ id: string; by: string | null }>) =>
  db
    .updateTable('comments')
    .set({ answered_by: params.value('by') })
    .where('id', '=', params.value('id'))
    .where('removed_at', 'is', null),
)

export async function setAnswer(trx: Db, questionId: string, by: string | null): Promise<void> {
  await answered(trx, { id: questionId, by })
}

const pinned = preparedChange((db, params: Params<{ id: string; at: string | null }>) =>
  db
    .updateTable('comments')
    .set({ pinned_at: params.value('at') })
    .where('id', '=', params.value('id'))
    .where('removed_at', 'is', null),
)

export async function setPinned(trx: Db, commentId: string, isPinned: boolean): Promise<void> {
  await pinned(trx, { id: commentId, at: isPinned ? new Date().toISOString() : null })
}
