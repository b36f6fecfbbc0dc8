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

export async function groupIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('group_members').select('group_id').where('user_id', '=', userId).execute()
  return rows.map(({ group_id }) => group_id)
}

export function listedFor(userId: RawBuilder<string> | undefined): RawBuilder<SqlBool> {
  if (!userId) return sql<SqlBool>`playlists.shown = 'public'`
  return sql<SqlBool>`(playlists.shown in ('public', 'members') or (playlists.shown = 'groups' and (select 1 from playlist_groups
    join group_members on group_members.group_id = playlist_groups.group_id and group_members.user_id = ${userId}
    where playlist_groups.playlist_id = playlists.id limit 1) = 1))`
}

interface Reader {
  id: RawBuilder<string>
  isAdmin: RawBuilder<number>
}

export function visibleTo({ id, isAdmin }: Reader): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isAdmin} = 1 or playlists.teacher_id = ${id} or ${listedFor(id)} or (playlists.shown = 'unlisted' and (
    select 1 from opened_links where opened_links.playlist_id = playlists.id
    and opened_links.link_number = playlists.link_number and opened_links.user_id = ${id}) = 1))`
}

export function readerOf({ id, isAdmin }: Pick<Viewer, 'id' | 'isAdmin'>): Reader {
  return { id: sql`${id}`, isAdmin: sql.lit(isAdmin ? 1 : 0) }
}
