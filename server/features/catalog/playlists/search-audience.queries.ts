import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'

/** Members, as the audience of a playlist in the search. */
export const MEMBERS = 'members'

/**
 * The audience of a playlist in the search: null if everyone finds it, `members`, or the ids of its groups in order. It is
 * empty for an unlisted playlist, which only a search in the playlist itself finds.
 */
export const searchAudience = sql<string | null>`case playlists.shown when 'public' then null
  when 'members' then ${sql.lit(MEMBERS)}
  when 'groups' then coalesce((select string_agg(group_id, ' ' order by group_id) from playlist_groups
    where playlist_groups.playlist_id = playlists.id), '')
  else '' end`

/** Whether somebody finds the playlist in lists and searches. */
export const isListed = sql<SqlBool>`playlists.shown in ('public', 'members', 'groups')`

/** Whether it is shown to anybody but its teacher and admins. */
export const isShown = sql<SqlBool>`playlists.shown <> ''`

export type PlaylistCondition = RawBuilder<SqlBool>

export async function groupIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('group_members').select('group_id').where('user_id', '=', userId).execute()
  return rows.map(({ group_id }) => group_id)
}

export function listedFor(viewer: { groupIds: string[] } | undefined): PlaylistCondition {
  if (!viewer) return sql<SqlBool>`playlists.shown = 'public'`
  const { groupIds } = viewer
  const ofGroups =
    groupIds.length === 0
      ? sql`false`
      : sql`(playlists.shown = 'groups' and exists (select 1 from playlist_groups
          where playlist_groups.playlist_id = playlists.id and group_id in (${sql.join(groupIds)})))`
  return sql<SqlBool>`(playlists.shown in ('public', 'members') or ${ofGroups})`
}

export async function visibleTo(db: Db, viewer: Viewer): Promise<PlaylistCondition> {
  if (viewer.isAdmin) return sql<SqlBool>`true`
  const found = listedFor({ groupIds: await groupIdsOf(db, viewer.id) })
  return sql<SqlBool>`(${found} or playlists.teacher_id = ${viewer.id} or (playlists.shown = 'unlisted' and exists (
    select 1 from opened_links where opened_links.playlist_id = playlists.id
    and opened_links.link_number = playlists.link_number and opened_links.user_id = ${viewer.id})))`
}
