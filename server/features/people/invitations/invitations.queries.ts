import { type SqlBool, sql } from 'kysely'
import type { InvitationState } from '#contract/people/invitations.ts'
import type { Db } from '#server/data/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/data/list-query.ts'
import type { InvitationRow } from '#server/data/people-rows.ts'
import { type Params, prepared } from '#server/data/prepared.ts'

/** The invitations in a state, as `stateOf` in server/features/account/auth/invitations.ts. */
export function inState(state: InvitationState, now = new Date().toISOString()) {
  if (state === 'revoked') return sql<SqlBool>`invitations.revoked_at is not null`
  const goesOn = sql`invitations.revoked_at is null`
  if (state === 'used') return sql<SqlBool>`${goesOn} and invitations.uses >= invitations.uses_max`
  const isFree = sql`${goesOn} and invitations.uses < invitations.uses_max`
  return state === 'expired'
    ? sql<SqlBool>`${isFree} and invitations.expires_at <= ${now}`
    : sql<SqlBool>`${isFree} and invitations.expires_at > ${now}`
}

export interface InvitationFilter {
  state?: InvitationState | undefined
  /** Only those with one of these groups. */
  groupIds?: readonly string[] | undefined
}

function listed(db: Db, { state, groupIds }: InvitationFilter) {
  let rows = db.selectFrom('invitations')
  if (state !== undefined) rows = rows.where(inState(state))
  if (groupIds !== undefined)
    rows = rows.where('invitations.id', 'in', (eb) =>
      eb
        .selectFrom('invitation_groups')
        .select('invitation_id')
        .where('group_id', 'in', [...groupIds]),
    )
  return rows
}

/** A page of invitations, newest first, and how many there are. */
export async function pageOfInvitations(db: Db, filter: InvitationFilter, page: PageRequest) {
  if (filter.groupIds?.length === 0) return { rows: [], nextCursor: null, total: 0 }
  const rows = listed(db, filter)
  const [found, { total }] = await Promise.all([
    readPage(rows.selectAll('invitations'), newestFirst('invitations', 'invitations.id'), page),
    rows.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { ...found, total }
}

/** The groups of each of these invitations, by name. */
export const groupsOfInvitations = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('invitation_groups')
    .innerJoin('groups', 'groups.id', 'invitation_groups.group_id')
    .select(['invitation_groups.invitation_id', 'groups.id', 'groups.name'])
    .where(params.among('invitation_groups.invitation_id', 'ids'))
    .orderBy('groups.name_key'),
)

/** The newest mail of each of these invitations. */
export const newestMails = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('mails')
    .select(['id', 'invitation_id', 'state', 'error'])
    .where(params.among('invitation_id', 'ids'))
    .where(
      sql<SqlBool>`not exists (select 1 from mails as newer
        where newer.invitation_id = mails.invitation_id and newer.id > mails.id)`,
    ),
)

export const creatorsOf = prepared((db, params: Params<{ ids: string[] }>) =>
  db.selectFrom('users').select(['id', 'username']).where(params.among('id', 'ids')),
)

/** The groups that a user leads. */
export const ledGroups = prepared((db, params: Params<{ userId: string }>) =>
  db
    .selectFrom('group_members')
    .select('group_id as id')
    .where('user_id', '=', params.value('userId'))
    .where('is_lead', '=', sql.lit(1)),
)

/** The invitations by mail to these addresses that nobody has ended. Some may have expired. */
export const openByAddress = prepared((db, params: Params<{ keys: string[] }>) =>
  db
    .selectFrom('invitations')
    .select(['id', 'email_key', 'role', 'expires_at'])
    .where(params.among('email_key', 'keys'))
    .where('revoked_at', 'is', null)
    .whereRef('uses', '<', 'uses_max')
    .orderBy('id'),
)

type NewInvitation = Omit<InvitationRow, 'uses' | 'revoked_at'>

export async function insertInvitations(trx: Db, rows: NewInvitation[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('invitations').values(rows).execute()
}

interface InvitationGroup {
  invitation_id: string
  group_id: string
}

export async function addInvitationGroups(trx: Db, rows: InvitationGroup[]): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('invitation_groups')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Changes = Partial<Pick<InvitationRow, 'expires_at' | 'revoked_at'>>

export async function updateInvitation(trx: Db, id: string, changes: Changes): Promise<void> {
  await trx.updateTable('invitations').set(changes).where('id', '=', id).execute()
}

interface Renewal {
  role: InvitationRow['role']
  expiresAt: string
  importId: string | null
}

/** Gives invitations a role, lets them last at least until then, and counts them to that import if there is one. */
export async function renewInvitations(
  trx: Db,
  ids: string[],
  { role, expiresAt, importId }: Renewal,
): Promise<void> {
  await trx
    .updateTable('invitations')
    .set(({ eb, ref, val }) => ({
      role,
      expires_at: eb
        .case()
        .when('expires_at', '<', expiresAt)
        .then(val(expiresAt))
        .else(ref('expires_at'))
        .end(),
      ...(importId !== null && { import_id: importId }),
    }))
    .where('id', 'in', ids)
    .execute()
}

/** Counts a use. Returns false if the invitation cannot be used any more: of parallel uses, none is one too many. */
export async function countUse(trx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set(({ eb }) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', id)
    .where(inState('waiting'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes invitations that ended before that time. */
export async function deleteEndedInvitations(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  const revoked = await db.deleteFrom('invitations').where('revoked_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows + revoked.numDeletedRows)
}
