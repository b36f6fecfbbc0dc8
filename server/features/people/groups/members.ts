import { NOT_FOUND } from '#contract/not-found.ts'
import {
  GROUP_FULL,
  GROUP_MEMBERS_MAX,
  LEAD_STAYS,
  LEADS_BY_ADMINS,
  PERSON_IN_TOO_MANY,
} from '#contract/people/group-messages.ts'
import type { Candidate, Member, MemberSource } from '#contract/people/groups.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { listUsers } from '#server/features/account/users/users.ts'
import { tellNotified } from '#server/features/notifications/notify.ts'
import { AppError } from '#server/http/app-error.ts'
import { lockGroups, personOf } from './groups.queries.ts'
import {
  deleteMember,
  insertMembers,
  isLeadOf,
  lockMembers,
  memberIdsAmong,
  memberList,
  membersAmong,
  membershipsOf,
  setLead,
  usersInTooMany,
} from './members.queries.ts'
import { notifyAdded } from './notices.ts'

interface MembersQuery {
  groupId: string
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** A page of the members by name. Only admins see all addresses; a lead sees those of people whom they invited. */
export async function listMembers(db: Db, viewer: Viewer, { groupId, q, ...page }: MembersQuery) {
  const filter = { groupId, ...(q && { nameHas: sortKey(q) }) }
  const { ids, nextCursor } = await memberList.page(db, filter, { sort: 'name', ...page })
  const [rows, total] = await Promise.all([
    ids.length === 0 ? [] : membersAmong(db, { groupId, ids }),
    q ? memberList.count(db, filter) : undefined,
  ])
  const members = new Map(rows.map((row) => [row.id, memberOf(row, viewer)]))
  return { members: ids.flatMap((id) => members.get(id) ?? []), total, nextCursor }
}

type MemberColumns = Awaited<ReturnType<typeof membersAmong>>[number]

function memberOf(row: MemberColumns, viewer: Viewer): Member {
  const isInvited = row.source === 'invitation' && row.adder_id === viewer.id
  return {
    ...personOf(row),
    role: row.role,
    isLead: row.is_lead === 1,
    source: row.source,
    addedBy:
      row.adder_id === null || row.adder_name === null
        ? null
        : { _id: row.adder_id, username: row.adder_name },
    addedAt: row.added_at,
    ...((viewer.isAdmin || isInvited) && { email: row.email }),
  }
}

const CANDIDATES = 10

/** People whose name contains the words; an admin also finds them by their address. */
export async function findCandidates(
  db: Db,
  viewer: Viewer,
  { groupId, q, limit = CANDIDATES }: { groupId: string; q: string; limit?: number | undefined },
): Promise<Candidate[]> {
  if (q === '') return []
  const { users } = await listUsers(db, viewer, { q, limit, sort: 'name' })
  const members = await memberIdsAmong(
    db,
    groupId,
    users.map(({ _id }) => _id),
  )
  return users.map(({ _id, username, profilePhoto, role, email }) => ({
    _id,
    username,
    profilePhoto,
    role,
    isMember: members.has(_id),
    ...(viewer.isAdmin && email !== undefined && { email }),
  }))
}

export interface Joining {
  groupId: string
  userIds: readonly string[]
  source: MemberSource
  addedBy: string | null
}

/**
 * Makes users members, in the transaction of the caller. Returns those who were none. Throws the `invalid` AppError when the
 * group is full or somebody is in too many groups, and `not_found` for an unknown user.
 */
export async function joinGroup(trx: Db, { groupId, userIds, source, addedBy }: Joining): Promise<string[]> {
  const ids = [...new Set(userIds)]
  const existing = await lockMembers(trx, ids)
  if (existing.length < ids.length) throw new AppError('not_found', NOT_FOUND.user)
  const [group] = await lockGroups(trx, [groupId])
  if (!group) throw new AppError('not_found', NOT_FOUND.group)
  const members = await memberIdsAmong(trx, groupId, ids)
  const added = ids.filter((id) => !members.has(id))
  if (added.length === 0) return []
  if (group.members_count + added.length > GROUP_MEMBERS_MAX) throw new AppError('invalid', GROUP_FULL)
  if ((await usersInTooMany(trx, added)).size > 0) throw new AppError('invalid', PERSON_IN_TOO_MANY)
  await insertMembers(trx, added, { group_id: groupId, source, added_by: addedBy })
  return added
}

/** The person who changes the members, and the request. */
interface Change {
  viewer: Viewer
  meta: RequestMeta
}

/** Ends the memberships of a user who is about to be deleted, so that their groups count right. */
export async function leaveGroups(trx: Db, userId: string): Promise<void> {
  const groups = await membershipsOf(trx, userId)
  await lockGroups(
    trx,
    groups.map(({ id }) => id),
  )
  for (const { id } of groups) await deleteMember(trx, id, userId)
}

interface NamedGroup {
  id: string
  name: string
}

type Site = Pick<AppContext, 'db' | 'events' | 'jobs'>

/** Adds people by hand and notifies them. Returns how many were no members. */
export function addMembers(
  { db, events, jobs }: Site,
  change: Change,
  { group, userIds }: { group: NamedGroup; userIds: readonly string[] },
): Promise<number> {
  return transaction(db, async (trx, after) => {
    const added = await addByHand(trx, change, { group, userIds })
    const notified = await notifyAdded(trx, group.id, { userIds: added, actorId: change.viewer.id })
    after(() => tellNotified({ events, jobs }, notified))
    return added.length
  })
}

async function addByHand(
  trx: Db,
  { viewer, meta }: Change,
  { group, userIds }: { group: NamedGroup; userIds: readonly string[] },
): Promise<string[]> {
  const joining = { groupId: group.id, userIds, source: 'hand', addedBy: viewer.id } as const
  const added = await joinGroup(trx, joining)
  for (const subject of added)
    await audit(trx, meta, {
      action: 'group.joined',
      actorId: viewer.id,
      subject,
      detail: { group: group.name },
    })
  return added
}

/** Adds one person. An admin may also make them a lead, or end that. */
export function setMember(
  { db, events, jobs }: Site,
  { viewer, meta }: Change,
  { group, userId, isLead }: { group: NamedGroup; userId: string; isLead: boolean | undefined },
): Promise<void> {
  if (isLead !== undefined && !viewer.isAdmin) throw new AppError('forbidden', LEADS_BY_ADMINS)
  return transaction(db, async (trx, after) => {
    const added = await addByHand(trx, { viewer, meta }, { group, userIds: [userId] })
    if (isLead !== undefined && isLead !== (await isLeadOf(trx, group.id, userId))) {
      await setLead(trx, group.id, { userId, isLead })
      await audit(trx, meta, {
        action: isLead ? 'group.lead.made' : 'group.lead.unmade',
        actorId: viewer.id,
        subject: userId,
        detail: { group: group.name },
      })
    }
    const notified = await notifyAdded(trx, group.id, { userIds: added, actorId: viewer.id })
    after(() => tellNotified({ events, jobs }, notified))
  })
}

/** Removes a member. What only the group shows them is hidden from the next request on, and their live streams end. */
export function removeMember(
  { db, events }: Pick<AppContext, 'db' | 'events'>,
  { viewer, meta }: Change,
  { group, userId }: { group: NamedGroup; userId: string },
): Promise<void> {
  return transaction(db, async (trx, after) => {
    await lockGroups(trx, [group.id])
    const isLead = await isLeadOf(trx, group.id, userId)
    if (isLead === undefined) return
    if (isLead && !viewer.isAdmin) throw new AppError('forbidden', LEAD_STAYS)
    await deleteMember(trx, group.id, userId)
    await audit(trx, meta, {
      action: 'group.left',
      actorId: viewer.id,
      subject: userId,
      detail: { group: group.name },
    })
    after(() => events.publish({ type: 'access.changed', userId }))
  })
}
