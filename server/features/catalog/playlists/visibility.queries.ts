import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Visibility } from '#contract/catalog/visibility.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { Reader } from '#server/features/catalog/hidden-comments.queries.ts'

/**
 * The viewers of a playlist, as conditions on rows of `playlists`. `shown` is empty until it is approved. A course is seen where it is
 * approved and its playlist is seen. The teacher sees all of their own, an admin everything.
 */

/** Shown to everybody, also to visitors. */
export const IS_PUBLIC: RawBuilder<SqlBool> = sql<SqlBool>`playlists.shown = 'public'`

/** In the lists of somebody: what has only a link is in none. */
export const IS_LISTED: RawBuilder<SqlBool> = sql<SqlBool>`playlists.shown in ('public', 'members', 'groups')`

/** Shown to everybody for a course, joined with its playlist. */
export const IS_PUBLIC_COURSE: RawBuilder<SqlBool> = sql<SqlBool>`(courses.status = 'approved' and ${IS_PUBLIC})`

/** Shown to groups. */
export const IS_FOR_GROUPS: RawBuilder<SqlBool> = among({ groups: sql`1` })

/**
 * Whether `shown` is one of these, each with a further condition that is 1 if it holds. No index on `shown` helps where the rows are
 * known already, and in a `case` the engines use none.
 */
function among(cases: Partial<Record<Visibility, RawBuilder<unknown>>>): RawBuilder<SqlBool> {
  const each = Object.entries(cases).map(([shown, holds]) => sql`when ${sql.lit(shown)} then ${holds}`)
  return sql<SqlBool>`(case playlists.shown ${sql.join(each, sql` `)} else 0 end = 1)`
}

/** A scalar subquery, because PostgreSQL may answer an `exists` by reading all of `playlist_groups`. */
function isOfOwnGroup(userId: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(select 1 from playlist_groups
    join group_members on group_members.group_id = playlist_groups.group_id and group_members.user_id = ${userId}
    where playlist_groups.playlist_id = playlists.id limit 1)`
}

function hasOpenedLink(userId: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(select 1 from opened_links where opened_links.user_id = ${userId}
    and opened_links.playlist_id = playlists.id and opened_links.link_number = playlists.link_number)`
}

const listedCases = (userId: RawBuilder<string>) => ({
  public: sql`1`,
  members: sql`1`,
  groups: isOfOwnGroup(userId),
})

/** What a user finds in lists, in the search and in counts; without a user, what a visitor finds. */
export function listedFor(userId: RawBuilder<string> | undefined): RawBuilder<SqlBool> {
  return userId ? among(listedCases(userId)) : IS_PUBLIC
}

/** What a user may see as one of the audience; without a user, what a visitor sees without a link. */
export function shownTo(userId: RawBuilder<string> | undefined): RawBuilder<SqlBool> {
  return userId ? among({ ...listedCases(userId), unlisted: hasOpenedLink(userId) }) : IS_PUBLIC
}

/** What a reader may see: what is shown to them, their own, and everything for an admin. */
export function visibleTo({ id, isAdmin }: Reader): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isAdmin} = 1 or playlists.teacher_id = ${id} or ${shownTo(id)})`
}

/** What a reader finds in a list that somebody else has made: what is listed for them; before the approval what they may see. */
export function foundBy({ id, isAdmin }: Reader): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${listedFor(id)} or (playlists.shown = '' and (${isAdmin} = 1 or playlists.teacher_id = ${id})))`
}

/** What stays in a reader's list of ids: all but what others may see and the reader may not. */
export function isKeptFor(reader: Reader): RawBuilder<SqlBool> {
  return sql<SqlBool>`(playlists.shown = '' or ${visibleTo(reader)})`
}

/** The same as `visibleTo` for a course, joined with its playlist. */
export function courseVisibleTo({ id, isAdmin }: Reader): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isAdmin} = 1 or playlists.teacher_id = ${id} or (courses.status = 'approved' and ${shownTo(id)}))`
}

/** The values of a viewer in a query that is built for them. */
export function readerOf({ id, isAdmin }: Pick<Viewer, 'id' | 'isAdmin'>): Reader {
  return { id: sql`${id}`, isAdmin: sql.lit(isAdmin ? 1 : 0) }
}

/** A condition as a column: 1 or 0. */
export function asNumber(condition: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`
}

const findShown = prepared((db, params: Params<{ id: string; userId: string }>) =>
  db
    .selectFrom('playlists')
    .select('id')
    .where('id', '=', params.value('id'))
    .where(shownTo(params.value('userId'))),
)

/** Whether a user is one of the audience of this playlist. */
export async function isInAudience(db: Db, of: { id: string; userId: string }): Promise<boolean> {
  return (await findShown(db, of)).length > 0
}

const findGroups = prepared((db, params: Params<{ userId: string }>) =>
  db.selectFrom('group_members').select('group_id').where('user_id', '=', params.value('userId')),
)

/** The ids of the groups of a user. Lists get them as values: PostgreSQL reads all of `playlist_groups` for a subquery. */
export async function groupIdsOf(db: Db, userId: string): Promise<string[]> {
  return (await findGroups(db, { userId })).map(({ group_id }) => group_id)
}
