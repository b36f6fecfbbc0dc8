import type { Db } from '#server/data/database.ts'
import type { NotificationRow } from '#server/data/notification-rows.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

const inserted = prepared(
  (db, params: Params<{ [Column in keyof NotificationRow]: NotificationRow[Column] }>) =>
    db
      .insertInto('notifications')
      .values({
        id: params.value('id'),
        user_id: params.value('user_id'),
        kind: params.value('kind'),
        subject_kind: params.value('subject_kind'),
        subject_id: params.value('subject_id'),
        group_id: params.value('group_id'),
        actor_id: params.value('actor_id'),
        data: params.value('data'),
        dedupe_key: params.value('dedupe_key'),
        created_at: params.value('created_at'),
        read_at: params.value('read_at'),
        app: params.value('app'),
        mail_at: params.value('mail_at'),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'dedupe_key']).doNothing())
      .returning('user_id'),
)

/** Leaves out those whose user has one with the same key; gives the users of the others. */
export async function insertNotifications(trx: Db, rows: NotificationRow[]): Promise<Set<string>> {
  const [only] = rows
  if (!only) return new Set()
  const added = await (rows.length === 1
    ? inserted(trx, { ...only })
    : trx
        .insertInto('notifications')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['user_id', 'dedupe_key']).doNothing())
        .returning('user_id')
        .execute())
  return new Set(added.map(({ user_id }) => user_id))
}
