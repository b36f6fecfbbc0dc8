import { newId } from './data/ids.ts'
import { sortKey } from './data/sort-key.ts'
import type { TestApp, TestUser } from './test-app.ts'

interface NewGroup {
  name?: string
  members?: Pick<TestUser, 'id'>[]
  leads?: Pick<TestUser, 'id'>[]
}

/** Inserts a group with members; the calls that do it have tests of their own. */
export async function insertGroup(
  { db }: Pick<TestApp, 'db'>,
  { name = `Class ${newId()}`, members = [], leads = [] }: NewGroup = {},
): Promise<string> {
  const id = newId()
  const at = new Date().toISOString()
  const rows = [
    ...leads.map((user) => ({ user, is_lead: 1 })),
    ...members.map((user) => ({ user, is_lead: 0 })),
  ]
  await db
    .insertInto('groups')
    .values({
      id,
      name,
      name_key: sortKey(name),
      description: '',
      members_count: rows.length,
      created_at: at,
      updated_at: at,
    })
    .execute()
  if (rows.length === 0) return id
  await db
    .insertInto('group_members')
    .values(
      rows.map(({ user, is_lead }) => ({
        user_id: user.id,
        group_id: id,
        source: 'hand' as const,
        is_lead,
        added_at: at,
      })),
    )
    .execute()
  return id
}
