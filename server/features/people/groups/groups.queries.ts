import type { UserRef } from '#contract/account/user-fields.ts'
import type { Db } from '#server/data/database.ts'
import { contains, listQuery } from '#server/data/list-query.ts'
import { lockableQuery } from '#server/data/locks.ts'
import type { GroupRow } from '#server/data/people-rows.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { type ImageColumns, imageRef } from '#server/features/media/image-ref.ts'

/** Groups by name. */
export const groupList = listQuery<'name', 'nameHas' | 'memberId', 'groups'>({
  orders: { name: { columns: ['groups.name_key', 'groups.id'], direction: 'asc' } },
  from: (db) => db.selectFrom('groups'),
  filters: {
    nameHas: (_, text) => contains('groups.name_key', text),
    memberId: (eb, userId) =>
      eb(
        'groups.id',
        'in',
        eb.selectFrom('group_members').select('group_members.group_id').where('user_id', '=', userId),
      ),
  },
  scanning: 'nameHas',
})

const GROUP_COLUMNS = [
  'groups.id',
  'groups.name',
  'groups.description',
  'groups.mail_domain',
  'groups.provider_value',
  'groups.members_count',
  'groups.created_at',
  'groups.updated_at',
] as const

/** A group and what the viewer is in it; null for somebody who is no member. */
export type SeenGroup = Pick<
  GroupRow,
  | 'id'
  | 'name'
  | 'description'
  | 'mail_domain'
  | 'provider_value'
  | 'members_count'
  | 'created_at'
  | 'updated_at'
> & { is_lead: number | null }

const seenGroups = prepared((db, params: Params<{ ids: string[]; viewerId: string }>) =>
  db
    .selectFrom('groups')
    .leftJoin('group_members as own', (join) =>
      join.onRef('own.group_id', '=', 'groups.id').on('own.user_id', '=', params.value('viewerId')),
    )
    .select([...GROUP_COLUMNS, 'own.is_lead'])
    .where(params.among('groups.id', 'ids')),
)

/** These groups as the viewer sees them, in the order of `ids`; skips unknown ids. */
export async function groupsAmong(db: Db, viewerId: string, ids: string[]): Promise<SeenGroup[]> {
  if (ids.length === 0) return []
  const rows = await seenGroups(db, { ids, viewerId })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const leads = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .innerJoin('images', 'images.name', 'users.photo')
    .select(['group_members.group_id', 'users.id', 'users.username'])
    .select(['images.name', 'images.width', 'images.height', 'images.widths', 'images.placeholder'])
    .where(params.among('group_members.group_id', 'ids'))
    .where('group_members.is_lead', '=', 1)
    .orderBy('users.username_key')
    .orderBy('users.id'),
)

/** The leads of these groups by name. */
export async function leadsOf(db: Db, ids: string[]): Promise<Map<string, UserRef[]>> {
  const found = new Map<string, UserRef[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return found
  for (const row of await leads(db, { ids })) found.get(row.group_id)?.push(personOf(row))
  return found
}

/** Somebody with their picture. */
export function personOf(row: { id: string; username: string } & ImageColumns): UserRef {
  return { _id: row.id, username: row.username, profilePhoto: imageRef(row) }
}

export async function countGroups(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('groups')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Throws the database's unique violation when a group has the name. */
export async function insertGroup(trx: Db, row: Omit<GroupRow, 'members_count'>): Promise<void> {
  await trx.insertInto('groups').values(row).execute()
}

/** Throws the database's unique violation when another group has the name. */
export async function updateGroup(trx: Db, id: string, changes: Partial<GroupRow>): Promise<void> {
  await trx.updateTable('groups').set(changes).where('id', '=', id).execute()
}

export async function deleteGroup(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('groups').where('id', '=', id).execute()
}

const groupsById = lockableQuery('groups', (db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'mail_domain', 'provider_value', 'members_count'])
    .where(params.among('id', 'ids'))
    .orderBy('id'),
)

export type LockedGroup = Pick<GroupRow, 'id' | 'name' | 'mail_domain' | 'provider_value' | 'members_count'>

/** The groups that one of these values of the provider's claim makes a member of. */
export const groupIdsOfProvider = prepared((db, params: Params<{ values: string[] }>) =>
  db
    .selectFrom('groups')
    .select('id')
    .where('provider_value', 'is not', null)
    .where(params.among('provider_value', 'values')),
)

/** Reads groups and keeps their members and settings from changing until the transaction ends. */
export function lockGroups(trx: Db, ids: string[]): Promise<LockedGroup[]> {
  return groupsById.change(trx, { ids })
}
