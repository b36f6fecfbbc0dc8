import type { Role } from '#contract/account/user-fields.ts'
import type { Db } from '#server/data/database.ts'
import { newId, timeOfId } from '#server/data/ids.ts'
import { lockTable } from '#server/data/locks.ts'
import { emailKey } from '#server/features/account/users/users.ts'
import { addMails } from '#server/features/mail/add-mail.ts'
import { INVITATION_MAIL } from './invitation-mail.ts'
import {
  addInvitationGroups,
  groupsOfInvitations,
  insertInvitations,
  newestMails,
  openByAddress,
  renewInvitations,
} from './invitations.queries.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString()
}

/** Somebody to invite by mail. */
export interface Invitee {
  email: string
  /** Null where it is not known. */
  username: string | null
  role: Role
  groupIds: readonly string[]
}

export interface Inviting {
  days: number
  /** Null if the account was deleted meanwhile; then nothing is mailed. */
  createdBy: string | null
  importId: string | null
  sendsMail: boolean
  /** For a lead, who only changes invitations of students to groups of theirs. */
  led?: ReadonlySet<string> | undefined
}

/**
 * Invites each of these addresses once. An invitation that an address has already gets the new role, the groups and a later end,
 * and is mailed again unless that was done within the last hour. Returns the ids in the order of the invitees.
 */
export async function inviteByMail(
  trx: Db,
  invitees: readonly Invitee[],
  inviting: Inviting,
): Promise<string[]> {
  // Two admins who invite the same person at once wait for each other.
  await lockTable(trx, 'invitations')
  const open = await openInvitations(trx, invitees, inviting)
  const now = Date.now()
  const people = invitees.map((invitee, index) => {
    const former = open.get(emailKey(invitee.email))
    return { ...invitee, former, id: former?.id ?? newId(now + index) }
  })
  await insertInvitations(
    trx,
    people.filter(({ former }) => !former).map((person) => rowOf(person, inviting)),
  )
  const again = Map.groupBy(
    people.filter(({ former }) => former),
    ({ role }) => role,
  )
  for (const [role, each] of again) {
    const ids = each.map(({ id }) => id)
    await renewInvitations(trx, ids, {
      role,
      expiresAt: daysFromNow(inviting.days),
      importId: inviting.importId,
    })
  }
  const groups = people.flatMap(({ id, groupIds }) =>
    groupIds.map((group_id) => ({ invitation_id: id, group_id })),
  )
  await addInvitationGroups(trx, groups)
  await mailInvitations(trx, people, inviting)
  return people.map(({ id }) => id)
}

type Open = Awaited<ReturnType<typeof openByAddress>>[number]

/** By address, the newest invitation that can be changed instead of adding another one. */
async function openInvitations(
  trx: Db,
  invitees: readonly Invitee[],
  { led }: Inviting,
): Promise<Map<string | null, Open>> {
  const keys = invitees.map(({ email }) => emailKey(email))
  const open = await openByAddress(trx, { keys })
  if (!led) return new Map(open.map((each) => [each.email_key, each]))
  const groups = await groupsOfInvitations(trx, { ids: open.map(({ id }) => id) })
  const own = open.filter(({ id, role }) =>
    mayLeadChange(
      led,
      role,
      groups.filter(({ invitation_id }) => invitation_id === id).map((group) => group.id),
    ),
  )
  return new Map(own.map((each) => [each.email_key, each]))
}

/** Whether a lead of these groups may change an invitation with this role and these groups. */
export function mayLeadChange(led: ReadonlySet<string>, role: Role, groupIds: readonly string[]): boolean {
  return role === 'Student' && groupIds.length > 0 && groupIds.every((id) => led.has(id))
}

function rowOf(
  { id, email, username, role }: Invitee & { id: string },
  { days, createdBy, importId }: Inviting,
) {
  return {
    id,
    kind: 'mail' as const,
    email,
    email_key: emailKey(email),
    username,
    role,
    uses_max: 1,
    expires_at: daysFromNow(days),
    created_by: createdBy,
    import_id: importId,
    created_at: new Date(timeOfId(id)).toISOString(),
  }
}

/** Mails these invitations, except those that were mailed within the last hour. */
export async function mailInvitations(
  trx: Db,
  people: readonly { id: string; email: string }[],
  { createdBy, sendsMail }: Pick<Inviting, 'createdBy' | 'sendsMail'>,
): Promise<void> {
  if (createdBy === null || !sendsMail) return
  const newest = await newestMails(trx, { ids: people.map(({ id }) => id) })
  const recent = new Set(newest.filter(({ id }) => isRecent(id)).map(({ invitation_id }) => invitation_id))
  await addMails(
    trx,
    people
      .filter(({ id }) => !recent.has(id))
      .map(({ id, email }) => ({
        userId: createdBy,
        address: email,
        invitationId: id,
        kind: INVITATION_MAIL,
        data: { id },
      })),
  )
}

/** Whether a mail was added within the last hour. */
export function isRecent(mailId: string): boolean {
  return timeOfId(mailId) > Date.now() - HOUR
}

interface NewLink {
  role: Role
  groupIds: readonly string[]
  uses: number
  days: number
  createdBy: string
}

/** Adds an invitation that anybody with its link can use. Returns its id. */
export async function addInvitationLink(trx: Db, { role, groupIds, uses, days, createdBy }: NewLink) {
  const id = newId()
  await insertInvitations(trx, [
    {
      id,
      kind: 'link',
      email: null,
      email_key: null,
      username: null,
      role,
      uses_max: uses,
      expires_at: daysFromNow(days),
      created_by: createdBy,
      import_id: null,
      created_at: new Date(timeOfId(id)).toISOString(),
    },
  ])
  await addInvitationGroups(
    trx,
    groupIds.map((group_id) => ({ invitation_id: id, group_id })),
  )
  return id
}
