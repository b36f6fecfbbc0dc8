import { sql } from 'kysely'
import { GROUPS_OF_PERSON_MAX } from '#contract/people/group-messages.ts'
import type { Db } from '#server/data/database.ts'
import { contains, listQuery } from '#server/data/list-query.ts'
import { lockableQuery } from '#server/data/locks.ts'
import type { GroupMemberRow } from '#server/data/people-rows.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

/** The members of a group by name. */
export const memberList = listQuery<'name', 'groupId' | 'nameHas', 'group_members' | 'users'>({
  orders: { name: { columns: ['users.username_key', 'users.id'], direction: 'asc' } },
  from: (db) =>
    db
      .selectFrom('group_members')
      .innerJoin('users', 'users.id', 'group_members.user_id')
      .where('users.deleted_at', 'is', null),
  filters: {
    groupId: (eb, id) => eb('group_members.group_id', '=', id),
    nameHas: (_, text) => contains('users.username_key', text),
  },
  scanning: 'nameHas',
})

/** The members with these ids. */
export const membersAmong = prepared((db, params: Params<{ groupId: string; ids: string[] }>) =>
  db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .innerJoin('images', 'images.name', 'users.photo')
    .leftJoin('users as adder', 'adder.id', 'group_members.added_by')
    .select([
      'users.id',
      'users.username',
      'users.role',
      'users.email',
      'group_members.is_lead',
      'group_members.source',
      'group_members.added_at',
      'adder.id as adder_id',
      'adder.username as adder_name',
      'images.name',
      'images.width',
      'images.height',
      'images.widths',
      'images.placeholder',
    ])
    .where('group_members.group_id', '=', params.value('groupId'))
    .where(params.among('group_members.user_id', 'ids')),
)

const insideAmong = prepared((db, params: Params<{ groupId: string; ids: string[] }>) =>
  db
    .selectFrom('group_members')
    .select('user_id')
    .where('group_id', '=', params.value('groupId'))
    .where(params.among('user_id', 'ids')),
)

/** Those of these users who are members. */
export async function memberIdsAmong(db: Db, groupId: string, ids: string[]): Promise<Set<string>> {
  const rows = await insideAmong(db, { groupId, ids })
  return new Set(rows.map(({ user_id }) => user_id))
}

const usersById = lockableQuery('users', (db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('users').select('id').where(params.among('id', 'ids')).orderBy('id'),
)

/** Keeps the groups of these users from changing until the transaction ends. Returns those who exist. */
export async function lockMembers(trx: Db, ids: string[]): Promise<string[]> {
  const rows = await usersById.change(trx, { ids })
  return rows.map(({ id }) => id)
}

const fullAmong = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('group_members')
    .select('user_id')
    .where(params.among('user_id', 'ids'))
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll<number>(), '>=', sql.lit(GROUPS_OF_PERSON_MAX)),
)

/** Those of these users who can join no further group. */
export async function usersInTooMany(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await fullAmong(db, { ids })
  return new Set(rows.map(({ user_id }) => user_id))
}

type NewMembers = Pick<GroupMemberRow, 'group_id' | 'source' | 'added_by'>

/** Inserts members of a locked group, who are none yet. */
export async function insertMembers(trx: Db, ids: string[], common: NewMembers): Promise<void> {
  const added_at = new Date().toISOString()
  const rows = ids.map((user_id) => ({ ...common, user_id, added_at }))
  await trx.insertInto('group_members').values(rows).execute()
  await addToCount(trx, common.group_id, ids.length)
}

async function addToCount(trx: Db, groupId: string, change: number): Promise<void> {
  await trx
    .updateTable('groups')
    .set(({ eb }) => ({ members_count: eb('members_count', '+', change) }))
    .where('id', '=', groupId)
    .execute()
}

/** Returns whether the member is a lead; `undefined` for somebody who is no member. */
export async function isLeadOf(db: Db, groupId: string, userId: string): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('group_members')
    .select('is_lead')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .executeTakeFirst()
  return row && row.is_lead === 1
}

export async function setLead(trx: Db, groupId: string, change: { userId: string; isLead: boolean }) {
  await trx
    .updateTable('group_members')
    .set({ is_lead: change.isLead ? 1 : 0 })
    .where('user_id', '=', change.userId)
    .where('group_id', '=', groupId)
    .execute()
}

/** Removes a member of a locked group. */
export async function deleteMember(trx: Db, groupId: string, userId: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('group_members')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .executeTakeFirst()
  await addToCount(trx, groupId, -Number(numDeletedRows))
}

/** Ends the memberships that the domain of a locked group gave. Returns whether there were any. */
export async function deleteDomainMembers(trx: Db, groupId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('source', '=', 'domain')
    .executeTakeFirst()
  await addToCount(trx, groupId, -Number(numDeletedRows))
  return numDeletedRows > 0n
}

/** The groups of a user, and how they became a member of each. */
export async function membershipsOf(
  db: Db,
  userId: string,
): Promise<{ id: string; source: GroupMemberRow['source'] }[]> {
  const rows = await db
    .selectFrom('group_members')
    .select(['group_id', 'source'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ group_id: id, source }) => ({ id, source }))
}
