import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { sortKey } from '#server/data/sort-key.ts'
import type { DemoAccount } from './accounts.ts'
import type { DemoGroups } from './content.ts'
import { createdAt, type InsertedPlaylist } from './playlists.ts'

const DAY = 86_400_000
const GROUPS_DAYS_AGO = 90
const INVITED_DAYS_AGO = 1
const INVITATION_DAYS = 14

interface Parts {
  content: DemoGroups
  accounts: DemoAccount[]
  playlists: InsertedPlaylist[]
}

/** Inserts groups with a lead, playlists that are not for everyone, requests to teach and an invitation that waits. */
export async function insertGroups(trx: Db, { content, accounts, playlists }: Parts): Promise<void> {
  const people = new Map(accounts.map(({ key, id }) => [key, id]))
  const adminId = accounts.find(({ isAdmin }) => isAdmin)?.id ?? null
  const groupIds = new Map<string, string>()
  for (const { name, description, lead, members } of content.groups) {
    const time = Date.now() - GROUPS_DAYS_AGO * DAY
    const id = newId(time)
    groupIds.set(name, id)
    const rows = [...(lead === undefined ? [] : [lead]), ...members].map((key) => ({
      user_id: idOf(people, key),
      group_id: id,
      source: 'hand' as const,
      is_lead: key === lead ? 1 : 0,
      added_by: adminId,
      added_at: new Date(time).toISOString(),
    }))
    const group = { id, name, name_key: sortKey(name), description, members_count: rows.length }
    await trx
      .insertInto('groups')
      .values({ ...group, ...createdAt(time) })
      .execute()
    await trx.insertInto('group_members').values(rows).execute()
  }
  await restrictPlaylists(trx, { audiences: content.audiences, playlists, groupIds })
  await insertRequests(trx, content.requests, people)
  await insertInvitation(trx, { invitation: content.invitation, adminId, groupIds })
}

function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`There is no ${name}.`)
  return id
}

interface Restricted {
  audiences: DemoGroups['audiences']
  playlists: InsertedPlaylist[]
  groupIds: ReadonlyMap<string, string>
}

async function restrictPlaylists(trx: Db, { audiences, playlists, groupIds }: Restricted): Promise<void> {
  for (const { playlist: title, visibility, groups } of audiences) {
    const playlistId = playlists.find((each) => each.title === title)?.id
    if (playlistId === undefined) throw new Error(`There is no playlist ${title}.`)
    await trx.updateTable('playlists').set({ visibility }).where('id', '=', playlistId).execute()
    const rows = groups.map((name) => ({ group_id: idOf(groupIds, name), playlist_id: playlistId }))
    if (rows.length > 0) await trx.insertInto('playlist_groups').values(rows).execute()
  }
}

async function insertRequests(
  trx: Db,
  requests: DemoGroups['requests'],
  people: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = requests.map(({ person, daysAgo, reason }) => {
    const time = Date.now() - daysAgo * DAY
    return {
      id: newId(time),
      user_id: idOf(people, person),
      reason,
      created_at: new Date(time).toISOString(),
    }
  })
  await trx.insertInto('teacher_requests').values(rows).execute()
}

interface Invited {
  invitation: DemoGroups['invitation']
  adminId: string | null
  groupIds: ReadonlyMap<string, string>
}

/** No mail is sent: its address exists only here. */
async function insertInvitation(trx: Db, { invitation, adminId, groupIds }: Invited): Promise<void> {
  const time = Date.now() - INVITED_DAYS_AGO * DAY
  const { name: username, email, groups } = invitation
  const id = newId(time)
  await trx
    .insertInto('invitations')
    .values({
      id,
      kind: 'mail',
      email,
      email_key: email,
      username,
      role: 'Student',
      uses_max: 1,
      expires_at: new Date(time + INVITATION_DAYS * DAY).toISOString(),
      created_by: adminId,
      created_at: new Date(time).toISOString(),
    })
    .execute()
  const rows = groups.map((name) => ({ invitation_id: id, group_id: idOf(groupIds, name) }))
  await trx.insertInto('invitation_groups').values(rows).execute()
}

/** Deletes the groups and the invitation of the demo. A group that has got other members or playlists by now stays. */
export async function removeGroups(db: Db, { groups, invitation }: DemoGroups): Promise<void> {
  await db.deleteFrom('invitations').where('email_key', '=', invitation.email).execute()
  await db
    .deleteFrom('groups')
    .where(
      'name_key',
      'in',
      groups.map(({ name }) => sortKey(name)),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('group_members').select('user_id').whereRef('group_members.group_id', '=', 'groups.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('playlist_groups')
            .select('playlist_id')
            .whereRef('playlist_groups.group_id', '=', 'groups.id'),
        ),
      ),
    )
    .execute()
}
