import type { Role } from '#contract/account/user-fields.ts'
import type { OpenedInvitation } from '#contract/people/invitations.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import type { InvitationRow } from '#server/data/people-rows.ts'
import { confirmAddress } from '#server/features/account/auth/addresses.ts'
import { lockOwnAccount } from '#server/features/account/auth/auth-parts.ts'
import { findInvitation } from '#server/features/account/auth/invitations.queries.ts'
import {
  heldInvitation,
  rejectEnded,
  rejectOtherAddress,
  usableInvitation,
} from '#server/features/account/auth/invitations.ts'
import { becomeTeacher } from '#server/features/account/users/become-teacher.ts'
import type { Account } from '#server/features/account/users/users.queries.ts'
import { joinGroup } from '#server/features/people/groups/members.ts'
import { countUse, groupsOfInvitations } from './invitations.queries.ts'

type Parts = Pick<AppContext, 'db' | 'events' | 'jobs' | 'secrets' | 'settings' | 'throttle'>

/** What an invitation gives. Throws the 400 AppError if it cannot be used. */
export async function readInvitation(
  parts: Parts,
  token: string,
  meta: RequestMeta,
): Promise<OpenedInvitation> {
  const { row } = await usableInvitation(parts, token, meta)
  const groups = await groupsOfInvitations(parts.db, { ids: [row.id] })
  return {
    site: await parts.settings.get('siteName'),
    kind: row.kind,
    role: row.role,
    groups: groups.map(({ name }) => name),
    email: row.email,
    username: row.username,
    expiresAt: row.expires_at,
  }
}

interface Accepted {
  groups: { _id: string; name: string }[]
  role: Role
}

/**
 * Adds the caller to the groups of an invitation and makes them a teacher if it says so. A second press changes nothing and
 * does not fail, even if the first one was the last use.
 */
export async function acceptInvitation(
  parts: Parts,
  { viewer, meta }: { viewer: Viewer; meta: RequestMeta },
  token: string,
): Promise<Accepted> {
  const held = await heldInvitation(parts, token, meta)
  const { row } = held
  return transaction(parts.db, async (trx) => {
    const account = await lockOwnAccount(trx, viewer)
    rejectOtherAddress(row, account.email)
    const teaches = row.role === 'Teacher' && account.role !== 'Teacher'
    const isNew = await join(trx, { account, row, teaches, meta })
    await use(trx, row, isNew)
    if (held.confirmsAddress && !viewer.emailVerified)
      await confirmAddress(trx, parts, { userId: viewer.id, meta })
    const groups = await groupsOfInvitations(trx, { ids: [row.id] })
    return {
      groups: groups.map(({ id, name }) => ({ _id: id, name })),
      role: teaches ? 'Teacher' : account.role,
    }
  })
}

interface Join {
  account: Pick<Account, 'id' | 'role'>
  row: InvitationRow
  teaches: boolean
  meta: RequestMeta
}

/** Gives a user the groups and the role. Returns whether anything of it is new. */
async function join(trx: Db, { account, row, teaches, meta }: Join): Promise<boolean> {
  const { id: actorId } = account
  const joined = await joinGroups(trx, { userId: actorId, invitation: row })
  if (teaches) await becomeTeacher(trx, account, { actorId, meta })
  if (joined === 0 && !teaches) return false
  await audit(trx, meta, { action: 'invitation.accepted', actorId, subject: row.id })
  return true
}

/** Counts a use where something changed. A mail invitation is used even by a member of all its groups. */
async function use(trx: Db, { id, kind }: Pick<InvitationRow, 'id' | 'kind'>, isNew: boolean): Promise<void> {
  if (!isNew && kind === 'link') return
  const isCounted = await countUse(trx, id)
  if (isNew && !isCounted) await rejectUse(trx, id)
}

async function rejectUse(trx: Db, id: string): Promise<never> {
  const row = await findInvitation(trx, id)
  if (row) rejectEnded(row)
  throw new Error('The use of a valid invitation was not counted.')
}

interface Joining {
  userId: string
  invitation: Pick<InvitationRow, 'id' | 'created_by'>
}

/** Adds a user to the groups of an invitation. Returns how many of them are new. */
async function joinGroups(trx: Db, { userId, invitation: { id, created_by } }: Joining): Promise<number> {
  const groups = await groupsOfInvitations(trx, { ids: [id] })
  let joined = 0
  // In the order of the ids, as others lock groups.
  for (const groupId of groups.map((group) => group.id).toSorted()) {
    const joining = { groupId, userIds: [userId], source: 'invitation', addedBy: created_by } as const
    joined += (await joinGroup(trx, joining)).length
  }
  return joined
}

/** Counts the use of a registration, in its transaction. Throws the 400 AppError if somebody else had the last one. */
export async function countRegistration(trx: Db, userId: string, invitationId: string): Promise<void> {
  const invitation = await findInvitation(trx, invitationId)
  if (invitation) await joinGroups(trx, { userId, invitation })
  if (!(await countUse(trx, invitationId))) await rejectUse(trx, invitationId)
}
