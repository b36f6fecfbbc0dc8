import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import type { ImportRow } from '#server/data/people-rows.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { inState } from '#server/features/people/invitations/invitations.queries.ts'

export async function insertImport(trx: Db, row: Omit<ImportRow, 'done_count'>): Promise<void> {
  await trx.insertInto('imports').values(row).execute()
}

export function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
}

export type ImportProgress = Pick<ImportRow, 'id' | 'created_by' | 'state' | 'done_count'>

/** How far an import is, without its lines. */
export function readProgress(db: Db, id: string): Promise<ImportProgress | undefined> {
  return db
    .selectFrom('imports')
    .select(['id', 'created_by', 'state', 'done_count'])
    .where('id', '=', id)
    .executeTakeFirst()
}

type Changes = Partial<Pick<ImportRow, 'done_count' | 'lines' | 'state'>>

export async function updateImport(trx: Db, id: string, changes: Changes): Promise<void> {
  await trx.updateTable('imports').set(changes).where('id', '=', id).execute()
}

/** Deletes files that were checked before that time. */
export async function deleteOldImports(db: Db, before: string): Promise<void> {
  await db.deleteFrom('imports').where('created_at', '<', before).execute()
}

const membershipsOf = prepared((db, params: Params<{ userIds: string[] }>) =>
  db.selectFrom('group_members').select(['user_id', 'group_id']).where(params.among('user_id', 'userIds')),
)

/** An account with the groups that it is in. */
export interface AddressState {
  id: string
  groupIds: ReadonlySet<string>
}

/** The accounts with these addresses. */
export async function accountsByAddress(db: Db, keys: string[]): Promise<Map<string, AddressState>> {
  const { rows } = await sql<{ id: string; email_key: string }>`
    select users.id, users.email_key from ${valuesTable(db, 'wanted', { email_key: keys })}
    join users on users.email_key = wanted.email_key`.execute(db)
  const memberships = await membershipsOf(db, { userIds: rows.map(({ id }) => id) })
  const groups = Map.groupBy(memberships, ({ user_id }) => user_id)
  return new Map(
    rows.map(({ id, email_key }) => [
      email_key,
      { id, groupIds: new Set((groups.get(id) ?? []).map(({ group_id }) => group_id)) },
    ]),
  )
}

/** When these addresses were invited, of those with an invitation by mail that can be used. */
export async function invitedAddresses(db: Db, keys: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ email_key: string; created_at: string }>`
    select invitations.email_key, max(invitations.created_at) as created_at
    from ${valuesTable(db, 'wanted', { email_key: keys })}
    join invitations on invitations.email_key = wanted.email_key
    where ${inState('waiting')}
    group by invitations.email_key`.execute(db)
  return new Map(rows.map(({ email_key, created_at }) => [email_key, created_at]))
}

/** The ids of the groups with these keys. */
export async function groupsByName(db: Db, keys: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name_key: string }>`
    select groups.id, groups.name_key from ${valuesTable(db, 'wanted', { name_key: keys })}
    join groups on groups.name_key = wanted.name_key`.execute(db)
  return new Map(rows.map(({ id, name_key }) => [name_key, id]))
}

/** The invitations of a file that can be used, in the order of its lines. */
export function invitationsOfImport(db: Db, importId: string) {
  return db
    .selectFrom('invitations')
    .select(['id', 'username', 'email', 'role'])
    .where('import_id', '=', importId)
    .where(inState('waiting'))
    .orderBy('id')
    .execute()
}
