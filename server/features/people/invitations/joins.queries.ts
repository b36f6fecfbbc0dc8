import type { Db } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { GroupMemberRow } from '#server/data/people-rows.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

/** The memberships of these users. */
export const membershipsOf = prepared((db, params: Params<{ userIds: string[] }>) =>
  db.selectFrom('group_members').select(['user_id', 'group_id']).where(params.among('user_id', 'userIds')),
)

interface Joining extends Pick<GroupMemberRow, 'source' | 'added_by'> {
  userId: string
  groupId: string
}

/** Makes a user a member. Returns false if they were one already. */
export async function addToGroup(trx: Db, { userId, groupId, source, added_by }: Joining): Promise<boolean> {
  await lockToChange(trx, 'groups', { id: groupId })
  const added = await trx
    .insertInto('group_members')
    .values({ user_id: userId, group_id: groupId, source, added_by, added_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!added) return false
  await trx
    .updateTable('groups')
    .set(({ eb }) => ({ members_count: eb('members_count', '+', 1) }))
    .where('id', '=', groupId)
    .execute()
  return true
}
