import type { Insertable } from 'kysely'
import type { Db } from '#server/data/database.ts'
import type { Schema } from '#server/data/schema.ts'

export type NewNotification = Insertable<Schema['notifications']>

/** Leaves out those whose user has one with the same key; gives the users of the others. */
export async function insertNotifications(trx: Db, rows: NewNotification[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const added = await trx
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'dedupe_key']).doNothing())
    .returning('user_id')
    .execute()
  return new Set(added.map(({ user_id }) => user_id))
}
