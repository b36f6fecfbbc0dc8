import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import { GROUP_TAKEN, GROUPS_FULL, GROUPS_MAX } from '#contract/people/group-messages.ts'
import type { Group, GroupChanges, GroupDraft } from '#contract/people/groups.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Resource } from '#server/auth/permissions.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isUniqueViolation } from '#server/data/dialect.ts'
import { isId, newId } from '#server/data/ids.ts'
import { lockTable } from '#server/data/locks.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { emit } from '#server/events.ts'
import {
  countGroupPlaylists,
  countOnlyHere,
  groupPlaylists,
  playlistIdsOf,
} from '#server/features/catalog/playlists/group-playlists.queries.ts'
import { cardsOf } from '#server/features/catalog/playlists/playlist-cards.queries.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  countGroups,
  deleteGroup,
  groupList,
  groupsAmong,
  insertGroup,
  leadsOf,
  lockGroups,
  type SeenGroup,
  updateGroup,
} from './groups.queries.ts'
import { changeMailDomain } from './mail-domain.ts'
import { listMembers } from './members.ts'

export type FoundGroup = SeenGroup & Resource

/** Finds a group for a call: its members and admins see it, and its leads are its owners. */
export async function findGroup(db: Db, viewer: Viewer, id: string): Promise<FoundGroup | undefined> {
  const [group] = isId(id) ? await groupsAmong(db, viewer.id, [id]) : []
  if (!group) return undefined
  const isLead = group.is_lead === 1
  return { ...group, access: { isShown: group.is_lead !== null, ...(isLead && { ownerId: viewer.id }) } }
}

interface GroupsQuery {
  q?: string | undefined
  own?: 'true' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** A page of groups by name: those of the caller, for an admin all. */
export async function listGroups(
  db: Db,
  viewer: Viewer,
  { q, own, limit = LIST_LIMIT_DEFAULT, cursor }: GroupsQuery,
) {
  const isOwn = own !== undefined || !viewer.isAdmin
  const filter = { ...(q && { nameHas: sortKey(q) }), ...(isOwn && { memberId: viewer.id }) }
  const [{ ids, nextCursor }, total] = await Promise.all([
    groupList.page(db, filter, { sort: 'name', limit, cursor }),
    groupList.count(db, filter),
  ])
  return { groups: await viewsOf(db, viewer, await groupsAmong(db, viewer.id, ids)), total, nextCursor }
}

async function viewsOf(db: Db, viewer: Viewer, groups: SeenGroup[]): Promise<Group[]> {
  const ids = groups.map(({ id }) => id)
  const led = groups.filter(({ is_lead }) => viewer.isAdmin || is_lead === 1).map(({ id }) => id)
  const [playlists, leads] = await Promise.all([
    countGroupPlaylists(db, { ids, all: viewer.isAdmin }),
    leadsOf(db, led),
  ])
  return groups.map((group) => {
    const ofGroup = leads.get(group.id)
    return {
      _id: group.id,
      name: group.name,
      description: group.description,
      isMember: group.is_lead !== null,
      isLead: group.is_lead === 1,
      playlistsCount: playlists.get(group.id) ?? 0,
      ...(ofGroup && { membersCount: group.members_count, leads: ofGroup }),
      ...(viewer.isAdmin && { mailDomain: group.mail_domain, providerValue: group.provider_value }),
      createdAt: group.created_at,
      updatedAt: group.updated_at,
    }
  })
}

async function viewOf(db: Db, viewer: Viewer, group: SeenGroup): Promise<Group> {
  const [[view], onlyHere] = await Promise.all([
    viewsOf(db, viewer, [group]),
    viewer.isAdmin ? countOnlyHere(db, group.id) : undefined,
  ])
  if (!view) throw new AppError('not_found', NOT_FOUND.group)
  return { ...view, ...(onlyHere !== undefined && { onlyHere }) }
}

interface GroupQuery extends Omit<GroupsQuery, 'own'> {
  group: SeenGroup
  playlistsCursor?: string | undefined
}

/** A group with a page of its playlists and, for its leads and admins, of its members. */
export async function readGroup(
  db: Db,
  viewer: Viewer,
  { group, q, limit = LIST_LIMIT_DEFAULT, cursor, playlistsCursor }: GroupQuery,
) {
  const seesMembers = viewer.isAdmin || group.is_lead === 1
  const [view, listed, found] = await Promise.all([
    viewOf(db, viewer, group),
    seesMembers ? listMembers(db, viewer, { groupId: group.id, q, limit, cursor }) : undefined,
    groupPlaylists.page(
      db,
      { groupId: group.id, ...(viewer.isAdmin ? { isOpen: true } : { isShown: true }) },
      { sort: 'created', limit, cursor: playlistsCursor },
    ),
  ])
  return {
    group: view,
    ...(listed && { members: listed.members }),
    total: listed ? (listed.total ?? group.members_count) : 0,
    nextCursor: listed?.nextCursor ?? null,
    playlists: await cardsOf(db, viewer, { ids: found.ids, view: 'card' }),
    playlistsNextCursor: found.nextCursor,
  }
}

/** The admin and the request, for the audit log. */
interface Change {
  admin: Viewer
  meta: RequestMeta
}

type Site = Pick<AppContext, 'db' | 'events' | 'jobs'>

/** Throws the `conflict` AppError if a group has the same name, ignoring case and accents. */
export async function addGroup(site: Site, { admin, meta }: Change, draft: GroupDraft): Promise<Group> {
  const { name, description = '', mailDomain = null, providerValue = null } = draft
  const time = Date.now()
  const at = new Date(time).toISOString()
  const group = {
    id: newId(time),
    name,
    name_key: sortKey(name),
    description,
    mail_domain: null,
    provider_value: providerValue,
    created_at: at,
    updated_at: at,
  }
  const adding = transaction(site.db, async (trx) => {
    await lockTable(trx, 'groups')
    if ((await countGroups(trx)) >= GROUPS_MAX) throw new AppError('invalid', GROUPS_FULL)
    await insertGroup(trx, group)
    await audit(trx, meta, {
      action: 'group.created',
      actorId: admin.id,
      subject: group.id,
      detail: { name },
    })
    await changeMailDomain(trx, site, { groupId: group.id, from: null, to: mailDomain })
  })
  await adding.catch(rejectTakenName)
  return viewOf(site.db, admin, { ...group, mail_domain: mailDomain, members_count: 0, is_lead: null })
}

/** Changes the given fields of a group. */
export async function changeGroup(
  site: Site,
  { admin, meta }: Change,
  { id, changes }: { id: string; changes: GroupChanges },
): Promise<Group> {
  const { mailDomain } = changes
  const changing = transaction(site.db, async (trx) => {
    const [group] = await lockGroups(trx, [id])
    if (!group) throw new AppError('not_found', NOT_FOUND.group)
    await updateGroup(trx, id, columnsOf(changes))
    if (mailDomain !== undefined)
      await changeMailDomain(trx, site, { groupId: id, from: group.mail_domain, to: mailDomain })
    const detail = detailOf(group.name, changes)
    await audit(trx, meta, { action: 'group.changed', actorId: admin.id, subject: id, detail })
  })
  await changing.catch(rejectTakenName)
  const [group] = await groupsAmong(site.db, admin.id, [id])
  if (!group) throw new AppError('not_found', NOT_FOUND.group)
  return viewOf(site.db, admin, group)
}

/** The columns to write, but for the mail domain, which also changes who is a member. */
function columnsOf({ name, description, providerValue }: GroupChanges) {
  return {
    ...(name !== undefined && { name, name_key: sortKey(name) }),
    ...(description !== undefined && { description }),
    ...(providerValue !== undefined && { provider_value: providerValue }),
    updated_at: new Date().toISOString(),
  }
}

/** What the audit log tells of a change. */
function detailOf(from: string, { name = from, mailDomain, providerValue }: GroupChanges) {
  return {
    ...(name === from ? { name } : { from, to: name }),
    ...(mailDomain !== undefined && { mailDomain: mailDomain ?? '' }),
    ...(providerValue !== undefined && { providerValue: providerValue ?? '' }),
  }
}

/** Deletes a group. What only the group showed is hidden from the next request on, and the live streams of its members end. */
export function removeGroup(
  { db, events }: Pick<AppContext, 'db' | 'events'>,
  { admin, meta }: Change,
  { id, name }: { id: string; name: string },
): Promise<void> {
  return transaction(db, async (trx, after) => {
    const playlistIds = await playlistIdsOf(trx, id)
    await deleteGroup(trx, id)
    await emit(trx, 'group.deleted', { playlistIds })
    await audit(trx, meta, { action: 'group.deleted', actorId: admin.id, subject: id, detail: { name } })
    // Its members may be thousands: all streams check their access once.
    after(() => events.publish({ type: 'access.changed' }))
  })
}

function rejectTakenName(error: unknown): never {
  throw isUniqueViolation(error) ? new AppError('conflict', GROUP_TAKEN) : error
}
