import { CHOOSE_GROUP, CHOOSE_OWN_GROUPS, type Visibility } from '#contract/catalog/visibility.ts'
import { audit, type RequestMeta } from '#server/auth/audit.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { lockToChange } from '#server/data/locks.ts'
import { rejectDuringUpdate } from '#server/data/site-row.ts'
import { userTotal } from '#server/features/catalog/playlists/totals.ts'
import {
  findPlaylist,
  type OpenPlaylist,
  PLAYLIST_NOT_FOUND,
  seesAllOf,
} from '#server/features/catalog/playlists/visibility.ts'
import { settle } from '#server/features/catalog/versions/revisions.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import {
  countLosing,
  countMembers,
  groupsAmong,
  groupsOfPlaylists,
  updateVisibility,
  writeGroups,
} from './audience.queries.ts'
import { countLinkUp, insertOpenedLink } from './links.queries.ts'

/** Whom a playlist is to be for; `groups` are ids, and only count for `groups`. */
export interface ChosenAudience {
  visibility: Visibility
  groups?: string[] | undefined
}

interface Actor {
  actor: Viewer
  meta: RequestMeta
}

/**
 * Throws `invalid` unless the user may choose this audience: a teacher chooses among their own groups and those that see the
 * playlist already (`present`), an admin among all. Throws `conflict` during an update of the site. Returns the groups to store.
 */
export async function checkAudience(
  db: Db,
  actor: Viewer,
  { visibility, groups = [], present = [] }: ChosenAudience & { present?: readonly string[] },
): Promise<string[]> {
  if (visibility !== 'public') await rejectDuringUpdate(db)
  if (visibility !== 'groups') return []
  if (groups.length === 0) throw invalid('groups', CHOOSE_GROUP)
  const added = groups.filter((id) => !present.includes(id))
  const known = await groupsAmong(db, added, actor.isAdmin ? undefined : actor.id)
  if (known.size < added.length) throw invalid('groups', CHOOSE_OWN_GROUPS)
  return groups
}

/** Changes whom a playlist is for. It holds for the next request, without review; counts, search and notifications follow. */
export async function changeVisibility(
  db: Db,
  { actor, meta }: Actor,
  { playlist: { id, teacher_id }, ...chosen }: ChosenAudience & { playlist: OpenPlaylist },
): Promise<void> {
  await transaction(db, async (trx) => {
    await lockToChange(trx, 'users', { id: teacher_id })
    const playlist = await findPlaylist(trx, actor, { playlistId: id, lock: 'change' })
    if (!playlist) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
    const present = ((await groupsOfPlaylists(trx, [id])).get(id) ?? []).map(({ _id }) => _id)
    const groups = await checkAudience(trx, actor, { ...chosen, present })
    const isSame = chosen.visibility === playlist.visibility && sameIds(groups, present)
    if (isSame) return
    await updateVisibility(trx, id, chosen.visibility)
    await writeGroups(trx, id, groups)
    await settle(trx, teacher_id, [id])
    await audit(trx, meta, {
      action: 'playlist.visibility',
      actorId: actor.id,
      subject: id,
      detail: {
        from: playlist.visibility,
        to: chosen.visibility,
        ...(groups.length > 0 && { groups: groups.join(' ') }),
      },
    })
  })
}

function sameIds(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id))
}

/** Replaces the link of a playlist. The former one and whatever it opened end at once. Returns the number of the new one. */
export async function replaceLink(
  db: Db,
  { actor, meta }: Actor,
  { id }: Pick<OpenPlaylist, 'id'>,
): Promise<number> {
  return transaction(db, async (trx) => {
    const number = await countLinkUp(trx, id)
    await audit(trx, meta, { action: 'playlist.link', actorId: actor.id, subject: id, detail: { number } })
    return number
  })
}

/** Lets a user see a playlist whose link they have opened, until the link is replaced. */
export async function openLink(db: Db, viewer: Viewer, playlist: OpenPlaylist): Promise<void> {
  await transaction(db, async (trx) => {
    const current = await findPlaylist(trx, viewer, { playlistId: playlist.id, lock: 'stay' })
    if (current?.link_number !== playlist.link_number) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
    await insertOpenedLink(trx, {
      userId: viewer.id,
      playlistId: playlist.id,
      number: playlist.link_number,
    })
  })
}

interface Counted extends ChosenAudience {
  playlistId?: string | undefined
}

/**
 * How many people would find a playlist, and how many of its learners would lose it. Throws `not_found` for the playlist of
 * somebody else.
 */
export async function countAudience(
  db: Db,
  actor: Viewer,
  { visibility, groups = [], playlistId }: Counted,
): Promise<{ people: number; losing: number }> {
  const present = playlistId === undefined ? [] : await ownGroupsOf(db, actor, playlistId)
  const known = await groupsAmong(db, groups, actor.isAdmin ? undefined : actor.id)
  const chosen = groups.filter((id) => known.has(id) || present.includes(id))
  return {
    people: await countPeople(db, { visibility, groups: chosen }),
    losing: await countLosingOf(db, { visibility, groups: chosen, playlistId }),
  }
}

async function ownGroupsOf(db: Db, actor: Viewer, playlistId: string): Promise<string[]> {
  const playlist = await findPlaylist(db, actor, { playlistId })
  if (!(playlist && seesAllOf(actor, playlist.teacher_id)))
    throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  return ((await groupsOfPlaylists(db, [playlistId])).get(playlistId) ?? []).map(({ _id }) => _id)
}

async function countPeople(db: Db, { visibility, groups = [] }: ChosenAudience): Promise<number> {
  if (visibility === 'unlisted') return 0
  return visibility === 'groups' ? countMembers(db, groups) : userTotal(db, undefined)
}

async function countLosingOf(db: Db, { visibility, groups, playlistId }: Counted): Promise<number> {
  if (playlistId === undefined || visibility === 'public' || visibility === 'members') return 0
  return countLosing(db, { playlistId, groupIds: visibility === 'groups' ? groups : undefined })
}
