import { type SqlBool, sql } from 'kysely'

/** Members, as the audience of a playlist in the search. */
export const MEMBERS = 'members'

/**
 * The audience of a playlist in the search: null if everyone finds it, `members`, or the ids of its groups in order. It is
 * empty for an unlisted playlist, which only a search in the playlist itself finds.
 */
export const searchAudience = sql<string | null>`case playlists.shown when 'public' then null
  when 'members' then ${sql.lit(MEMBERS)}
  when 'groups' then coalesce((select string_agg(group_id, ' ') from (select group_id from playlist_groups
    where playlist_groups.playlist_id = playlists.id order by group_id) as groups_of_playlist), '')
  else '' end`

/** Whether it is shown to anybody but its teacher and admins. */
export const isShown = sql<SqlBool>`playlists.shown <> ''`
