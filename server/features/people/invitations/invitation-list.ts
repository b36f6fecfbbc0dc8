import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { joinAddress } from '#contract/people/invitation-messages.ts'
import type { Invitation, InvitationState } from '#contract/people/invitations.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import type { MailRow } from '#server/data/notification-rows.ts'
import type { InvitationRow } from '#server/data/people-rows.ts'
import { findInvitation } from '#server/features/account/auth/invitations.queries.ts'
import { invitationToken, stateOf } from '#server/features/account/auth/invitations.ts'
import { hidden, mailStateOf } from '#server/features/account/auth/own-mail.ts'
import {
  creatorsOf,
  groupsOfInvitations,
  ledGroups,
  newestMails,
  pageOfInvitations,
} from './invitations.queries.ts'
import { mayLeadChange } from './invite.ts'

export type ListParts = Pick<AppContext, 'mail' | 'secrets'>

/** The ids of the groups whose invitations the viewer manages; `undefined` for an admin, who manages all. */
export async function managedGroups(db: Db, viewer: Viewer): Promise<Set<string> | undefined> {
  if (viewer.isAdmin) return undefined
  return new Set((await ledGroups(db, { userId: viewer.id })).map(({ id }) => id))
}

interface InvitationsQuery {
  limit?: number | undefined
  cursor?: string | undefined
  group?: string | undefined
  state?: InvitationState | undefined
}

/** For an admin all invitations, for a lead those to their groups, for others none. */
export async function listInvitations(
  parts: ListParts & { reading: Db },
  viewer: Viewer,
  { group, state, limit = LIST_LIMIT_DEFAULT, cursor }: InvitationsQuery,
) {
  const { reading } = parts
  const led = await managedGroups(reading, viewer)
  const groupIds = group === undefined ? led && [...led] : [group].filter((id) => led?.has(id) ?? true)
  const { rows, nextCursor, total } = await pageOfInvitations(reading, { state, groupIds }, { limit, cursor })
  return { invitations: await shownInvitations(parts, reading, { viewer, led, rows }), total, nextCursor }
}

interface Shown {
  viewer: Viewer
  led: ReadonlySet<string> | undefined
  rows: readonly InvitationRow[]
}

/** Invitations as this viewer may see them. */
async function shownInvitations(
  parts: ListParts,
  db: Db,
  { viewer, led, rows }: Shown,
): Promise<Invitation[]> {
  const ids = rows.map(({ id }) => id)
  const [groups, mails, creators] = await Promise.all([
    groupsOfInvitations(db, { ids }),
    newestMails(db, { ids }),
    creatorsOf(db, { ids: rows.flatMap(({ created_by }) => created_by ?? []) }),
  ])
  return rows.map((row) =>
    shownInvitation(parts, row, {
      viewer,
      led,
      groups: groups.filter(({ invitation_id }) => invitation_id === row.id),
      mail: mails.find(({ invitation_id }) => invitation_id === row.id),
      creator: creators.find(({ id }) => id === row.created_by),
    }),
  )
}

interface Around extends Omit<Shown, 'rows'> {
  groups: readonly { id: string; name: string }[]
  mail: Pick<MailRow, 'state' | 'error'> | undefined
  creator: { id: string; username: string } | undefined
}

function shownInvitation(
  parts: ListParts,
  row: InvitationRow,
  { viewer, led, groups, mail, creator }: Around,
): Invitation {
  const groupIds = groups.map(({ id }) => id)
  const canChange = led === undefined || mayLeadChange(led, row.role, groupIds)
  const state = stateOf(row)
  const seesAddress = led === undefined || row.created_by === viewer.id
  return {
    _id: row.id,
    kind: row.kind,
    email: seesAddress || row.email === null ? row.email : hidden(row.email),
    username: row.username,
    role: row.role,
    groups: groups.map(({ id, name }) => ({ _id: id, name })),
    usesMax: row.uses_max,
    uses: row.uses,
    state,
    mail: mail ? mailStateOf(mail) : null,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    createdBy: creator ? { _id: creator.id, username: creator.username } : null,
    link: canChange && state === 'waiting' ? linkOf(parts, row.id) : null,
    canChange,
  }
}

/** The address to copy. */
export function linkOf({ mail, secrets }: ListParts, id: string): string {
  return `${mail.site.origin}${joinAddress(invitationToken(secrets, id, 'copied'))}`
}

/** These invitations as the viewer sees them, in the order of the ids. */
export async function invitationsById(
  parts: ListParts,
  db: Db,
  { viewer, ids }: { viewer: Viewer; ids: readonly string[] },
): Promise<Invitation[]> {
  const rows = await Promise.all(ids.map((id) => findInvitation(db, id)))
  const led = await managedGroups(db, viewer)
  return shownInvitations(parts, db, { viewer, led, rows: rows.filter((row) => row !== undefined) })
}
