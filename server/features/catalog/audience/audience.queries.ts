import { type SqlBool, sql } from 'kysely'
import type { Visibility } from '#contract/catalog/visibility.ts'
import type { GroupRef } from '#contract/catalog/visibility-fields.ts'
import type { Db } from '#server/data/database.ts'
import { valuesTable } from '#server/data/dialect.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { shownTo } from '#server/features/catalog/playlists/visibility.queries.ts'

const findGroups = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('playlist_groups')
    .select(['playlist_groups.playlist_id', 'playlist_groups.group_id as _id'])
    // A join of two small tables may read all groups.
    .select(({ selectFrom }) =>
      selectFrom('groups')
        .select('groups.name')
        .whereRef('groups.id', '=', 'playlist_groups.group_id')
        .$asScalar()
        .$notNull()
        .as('name'),
    )
    .where(params.among('playlist_groups.playlist_id', 'ids')),
)

/** The groups that see each of these playlists, by name. */
export async function groupsOfPlaylists(db: Db, ids: string[]): Promise<Map<string, GroupRef[]>> {
  const rows = ids.length === 0 ? [] : await findGroups(db, { ids })
  const byName = rows.toSorted((a, b) => a.name.localeCompare(b.name))
  const groups = Map.groupBy(byName, ({ playlist_id }) => playlist_id)
  return new Map([...groups].map(([id, own]) => [id, own.map(({ _id, name }) => ({ _id, name }))]))
}

/** The groups of those that are for groups only. */
export function groupsShown(
  db: Db,
  playlists: readonly { id: string; visibility: Visibility }[],
): Promise<Map<string, GroupRef[]>> {
  const ids = playlists.filter(({ visibility }) => visibility === 'groups').map(({ id }) => id)
  return groupsOfPlaylists(db, ids)
}

/** Those of these groups that exist; with a user, those that the user is a member of. */
export async function groupsAmong(db: Db, ids: string[], memberId: string | undefined): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('id', 'in', ids)
    .$if(memberId !== undefined, (query) =>
      query.where('id', 'in', ({ selectFrom }) =>
        selectFrom('group_members')
          .select('group_id')
          .where('user_id', '=', memberId ?? ''),
      ),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Replaces the groups that see a playlist. */
export async function writeGroups(trx: Db, playlistId: string, groupIds: string[]): Promise<void> {
  await trx.deleteFrom('playlist_groups').where('playlist_id', '=', playlistId).execute()
  if (groupIds.length === 0) return
  await trx
    .insertInto('playlist_groups')
    .values(groupIds.map((group_id) => ({ group_id, playlist_id: playlistId })))
    .execute()
}

export async function updateVisibility(trx: Db, id: string, visibility: Visibility): Promise<void> {
  await trx.updateTable('playlists').set({ visibility }).where('id', '=', id).execute()
}

/** How many people are in these groups; each counts once. */
export async function countMembers(db: Db, groupIds: string[]): Promise<number> {
  if (groupIds.length === 0) return 0
  const { n } = await db
    .selectFrom('group_members')
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('n'))
    .where('group_id', 'in', groupIds)
    .executeTakeFirstOrThrow()
  return Number(n)
}

interface Narrowing {
  playlistId: string
  /** Undefined: only people who have opened the current link stay. */
  groupIds: string[] | undefined
}

const WITH_LINK = sql`select 1 from opened_links where opened_links.user_id = playlist_progress.user_id
  and opened_links.playlist_id = playlists.id and opened_links.link_number = playlists.link_number`

function ofGroups(db: Db, ids: string[]) {
  return sql`select 1 from group_members where group_members.user_id = playlist_progress.user_id
    and group_members.group_id in (select id from ${valuesTable(db, 'chosen', { id: ids })})`
}

/** How many people with progress see a playlist now and would not any more. Its teacher and admins see it anyway. */
export async function countLosing(db: Db, { playlistId, groupIds }: Narrowing): Promise<number> {
  const userId = sql.ref<string>('playlist_progress.user_id')
  const { n } = await db
    .selectFrom('playlist_progress')
    .innerJoin('playlists', 'playlists.id', 'playlist_progress.playlist_id')
    .innerJoin('users', 'users.id', 'playlist_progress.user_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('playlist_progress.playlist_id', '=', playlistId)
    .where('users.is_admin', '=', 0)
    .whereRef('users.id', '<>', 'playlists.teacher_id')
    .where(shownTo(userId))
    .where(sql<SqlBool>`not exists (${groupIds ? ofGroups(db, groupIds) : WITH_LINK})`)
    .executeTakeFirstOrThrow()
  return Number(n)
}
