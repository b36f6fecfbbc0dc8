import { countOf } from '#contract/format.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import { DAYS_DEFAULT, LEAD_DAYS_MAX, LEAD_USES_MAX } from '#contract/people/invitation-messages.ts'
import type { Invitation, InvitationDraft } from '#contract/people/invitations.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId, timeOfId } from '#server/data/ids.ts'
import { lockToChange } from '#server/data/locks.ts'
import type { InvitationRow } from '#server/data/people-rows.ts'
import { findInvitation } from '#server/features/account/auth/invitations.queries.ts'
import { rejectEnded, stateOf } from '#server/features/account/auth/invitations.ts'
import { groupsAmong } from '#server/features/catalog/audience/audience.queries.ts'
import { timeUntil } from '#server/features/mail/link-limits.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { invitationsById, type ListParts, managedGroups } from './invitation-list.ts'
import { groupsOfInvitations, newestMails, updateInvitation } from './invitations.queries.ts'
import {
  addInvitationLink,
  daysFromNow,
  inviteByMail,
  isRecent,
  mailInvitations,
  mayLeadChange,
} from './invite.ts'

type Parts = ListParts & Pick<AppContext, 'db' | 'jobs'>

interface Asking {
  viewer: Viewer
  meta: RequestMeta
}

/** The groups that an invitation names, as a resource: a lead of all of them counts as its owner. */
export async function invitedGroups(
  db: Db,
  viewer: Viewer,
  { groups }: InvitationDraft,
): Promise<{ ids: string[] } & Resource> {
  const led = await managedGroups(db, viewer)
  const isLead = groups.length > 0 && groups.every((id) => led?.has(id))
  return { ids: groups, access: isLead ? { ownerId: viewer.id } : {} }
}

/** An invitation as a resource: a lead who may change it counts as its owner. */
export async function invitationToChange(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<(InvitationRow & Resource) | undefined> {
  const row = isId(id) ? await findInvitation(db, id) : undefined
  if (!row) return undefined
  const [led, groups] = await Promise.all([managedGroups(db, viewer), groupsOfInvitations(db, { ids: [id] })])
  const groupIds = groups.map((group) => group.id)
  const isLead = led !== undefined && mayLeadChange(led, row.role, groupIds)
  return { ...row, access: isLead ? { ownerId: viewer.id } : {} }
}

/** Throws the 400 AppError where a lead asks for what only admins may give. */
function rejectBeyondLead({ kind, role, uses, days }: InvitationDraft): void {
  if (role !== 'Student') throw invalid('role', 'Leads can invite students only.')
  if (kind === 'mail') return
  if (uses > LEAD_USES_MAX) throw invalid('uses', `Uses must be between 1 and ${LEAD_USES_MAX}.`)
  if (days > LEAD_DAYS_MAX) throw invalid('days', `Days must be between 1 and ${LEAD_DAYS_MAX}.`)
}

/** Adds the link or the invitations by mail. An address that is invited already is invited again. */
export async function createInvitations(
  parts: Parts,
  { viewer, meta }: Asking,
  draft: InvitationDraft,
): Promise<{ message: string; invitations: Invitation[] }> {
  const { db, jobs } = parts
  const { kind, emails, role, groups: groupIds, days, uses } = draft
  if (!viewer.isAdmin) rejectBeyondLead(draft)
  return transaction(db, async (trx, after) => {
    const known = await groupsAmong(trx, groupIds, undefined)
    if (known.size < new Set(groupIds).size) throw invalid('groups', 'Choose groups from the list.')
    const common = { role, groupIds }
    const inviting = {
      days,
      createdBy: viewer.id,
      importId: null,
      sendsMail: true,
      led: await managedGroups(trx, viewer),
    }
    const ids =
      kind === 'link'
        ? [await addInvitationLink(trx, { ...common, uses, days, createdBy: viewer.id })]
        : await inviteByMail(
            trx,
            emails.map((email) => ({ ...common, email, username: null })),
            inviting,
          )
    const detail = { kind, role, groups: groupIds.length, people: kind === 'link' ? uses : emails.length }
    await audit(trx, meta, { action: 'invitation.created', actorId: viewer.id, subject: ids[0], detail })
    after(jobs.wake)
    const invitations = await invitationsById(parts, trx, { viewer, ids })
    return {
      invitations,
      message: kind === 'link' ? 'The link is ready.' : invitedMessage(parts, ids.length),
    }
  })
}

function invitedMessage({ mail }: ListParts, count: number): string {
  const invited = `Invited ${countOf(count, 'person', 'people')}.`
  return mail.mode === 'none' ? `${invited} ${COPY_LINK}` : invited
}

const COPY_LINK = 'This site sends no mail: copy the link for each person.'
const WAIT = 'This invitation was mailed less than an hour ago.'

/** Mails an invitation again and lets it last at least as long as a new one. Throws the 429 AppError within an hour. */
export function sendAgain(parts: Parts, { viewer, meta }: Asking, id: string): Promise<Invitation> {
  const { db, jobs, mail } = parts
  return transaction(db, async (trx, after) => {
    const row = await lockInvitation(trx, id)
    const email = addressToSend(row)
    if (mail.mode === 'none') throw new AppError('conflict', COPY_LINK)
    const [newest] = await newestMails(trx, { ids: [id] })
    if (newest && isRecent(newest.id)) throw tooEarly(timeOfId(newest.id))
    const expiresAt = daysFromNow(DAYS_DEFAULT)
    if (row.expires_at < expiresAt) await updateInvitation(trx, id, { expires_at: expiresAt })
    await mailInvitations(trx, [{ id, email }], { createdBy: viewer.id, sendsMail: true })
    await audit(trx, meta, { action: 'invitation.sent', actorId: viewer.id, subject: id })
    after(jobs.wake)
    return theOne(parts, trx, { viewer, id })
  })
}

/** Throws the 400 AppError for a link and for an invitation that has ended, unless it has only expired. */
function addressToSend(row: InvitationRow): string {
  if (row.email === null) throw new AppError('invalid', 'A link is not mailed. Copy it instead.')
  if (stateOf(row) !== 'expired') rejectEnded(row)
  return row.email
}

const HOUR_S = 3600

function tooEarly(sentAt: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(HOUR_S - (Date.now() - sentAt) / 1000))
  return new AppError('too_many_requests', `${WAIT} Please try again ${timeUntil(retryAfter)}.`, {
    retryAfter,
  })
}

/** Withdraws an invitation. Throws the 400 AppError if it was used. A second time changes nothing. */
export function revokeInvitation(parts: Parts, { viewer, meta }: Asking, id: string): Promise<Invitation> {
  return transaction(parts.db, async (trx) => {
    const row = await lockInvitation(trx, id)
    if (stateOf(row) === 'used') rejectEnded(row)
    if (row.revoked_at === null) {
      await updateInvitation(trx, id, { revoked_at: new Date().toISOString() })
      await audit(trx, meta, { action: 'invitation.revoked', actorId: viewer.id, subject: id })
    }
    return theOne(parts, trx, { viewer, id })
  })
}

async function lockInvitation(trx: Db, id: string): Promise<InvitationRow> {
  await lockToChange(trx, 'invitations', { id })
  const row = await findInvitation(trx, id)
  if (!row) throw new AppError('not_found', NOT_FOUND.invitation)
  return row
}

async function theOne(parts: Parts, trx: Db, { viewer, id }: { viewer: Viewer; id: string }) {
  const [invitation] = await invitationsById(parts, trx, { viewer, ids: [id] })
  if (!invitation) throw new AppError('not_found', NOT_FOUND.invitation)
  return invitation
}
