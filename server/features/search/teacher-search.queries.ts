import { type RawBuilder, sql } from 'kysely'
import type { FoundTeacher } from '#contract/search/search.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { gathered, idsByPosition, valuesTable } from '#server/data/dialect.ts'
import { afterCursor } from '#server/data/keyset.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { listedFor } from '#server/features/catalog/playlists/visibility.queries.ts'
import { wholeWord } from './index/names.queries.ts'
import { deletionsOf, forgives, withinOneError } from './index/typing-errors.ts'

/** The number of courses in a listed playlist. */
const COURSES_IN_LIST = 100

function teachersByName(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'username_key'])
    .where('role', '=', 'Teacher')
    .where('deleted_at', 'is', null)
    .orderBy('username_key')
    .orderBy('id')
}

/** One page of all teachers by name, plus one row; `undefined` if the last teacher of the page before is deleted. */
export async function listTeachers(
  db: Db,
  { limit, afterId }: { limit: number; afterId: string | undefined },
): Promise<TeacherName[] | undefined> {
  const page = teachersByName(db).limit(limit + 1)
  if (afterId === undefined) return page.execute()
  const last = await db
    .selectFrom('users')
    .select('username_key')
    .where('id', '=', afterId)
    .executeTakeFirst()
  if (!last) return undefined
  return page.where(afterCursor(['username_key', 'id'], 'asc', [last.username_key, afterId])).execute()
}

type TeacherPlaylist = FoundTeacher['playlists'][number]

const withCourses = (db: Db) =>
  db
    .selectFrom('playlists')
    .select(['playlists.id', 'playlists.title', 'playlists.teacher_id'])
    .select(({ selectFrom }) =>
      selectFrom('courses')
        .select(gathered(db, { id: 'courses.id', position: 'courses.position' }).as('ids'))
        .whereRef('courses.playlist_id', '=', 'playlists.id')
        .where('courses.status', '=', 'approved')
        .as('courses'),
    )

const findPublic = prepared((db, params: Params<{ teacherIds: string[] }>) =>
  withCourses(db).where(params.among('playlists.teacher_id', 'teacherIds')).where(listedFor(undefined)),
)

const findListed = prepared((db, params: Params<{ teacherIds: string[]; userId: string }>) =>
  withCourses(db)
    .where(params.among('playlists.teacher_id', 'teacherIds'))
    .where(listedFor(params.value('userId'))),
)

/** Maps each teacher to the playlists that the viewer finds, newest first, with the approved courses. */
export async function listedPlaylistsOf(
  db: Db,
  viewer: Viewer | undefined,
  teacherIds: string[],
): Promise<Map<string, TeacherPlaylist[]>> {
  const playlists = new Map<string, TeacherPlaylist[]>(teacherIds.map((id) => [id, []]))
  if (teacherIds.length === 0) return playlists
  const rows = viewer
    ? await findListed(db, { teacherIds, userId: viewer.id })
    : await findPublic(db, { teacherIds })
  const newestFirst = rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  for (const { id, title, teacher_id: teacher, courses } of newestFirst)
    playlists.get(teacher)?.push({
      _id: id,
      title,
      isPlaylistApproved: 'approved',
      teacher,
      courses: courses === null ? [] : inOrder(courses),
    })
  return playlists
}

function inOrder(ids: string): TeacherPlaylist['courses'] {
  return idsByPosition(ids)
    .slice(0, COURSES_IN_LIST)
    .map((_id) => ({ _id, isCourseApproved: 'approved' }))
}

export interface TeacherName {
  id: string
  username_key: string
}

/** Alternative keys of the index of names. */
export type Keys = readonly string[]

const countRows = prepared((db, params: Params<{ beginning: string }>) =>
  db
    .selectFrom('search_names')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('beginning', '=', params.value('beginning')),
)

/** The number of names with this key. */
export async function countNames(db: Db, beginning: string): Promise<number> {
  const [row] = await countRows(db, { beginning })
  return row?.n ?? 0
}

/** The indexed name of a user; `undefined` if they are not in the index. */
export async function indexedName(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('searched_as').where('id', '=', id).executeTakeFirst()
  return row?.searched_as ?? undefined
}

function alsoHas(beginning: string): RawBuilder<unknown> {
  return sql`and exists (select 1 from search_names as other where other.beginning = ${beginning}
    and other.username_key = name.username_key and other.user_id = name.user_id)`
}

interface Having {
  /** The rarest key: the query walks through its names in the order of the list. */
  first: string
  others: readonly string[]
}

function having({ first, others }: Having): RawBuilder<unknown> {
  return sql`from search_names as name where name.beginning = ${first}
    ${sql.join(others.map(alsoHas), sql` `)}`
}

/** The number of names with all of the keys. */
export async function countHaving(db: Db, keys: Having): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n ${having(keys)}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** Names with all of the keys, in the order of the list, after `last`, at most `limit`. */
export async function listHaving(
  db: Db,
  keys: Having,
  { limit, last }: { limit: number; last: TeacherName | undefined },
): Promise<TeacherName[]> {
  const further = last
    ? sql`and ${afterCursor(['name.username_key', 'name.user_id'], 'asc', [last.username_key, last.id])}`
    : sql``
  const { rows } = await sql<TeacherName>`
    select name.user_id as id, name.username_key ${having(keys)} ${further}
    order by name.username_key, name.user_id limit ${limit}`.execute(db)
  return rows
}

/** All names with at least one key of each group, without duplicates, in no order. */
export async function listHavingAny(
  db: Db,
  [first = [], ...others]: readonly Keys[],
): Promise<TeacherName[]> {
  const also = others.map(
    (
      keys,
    ) => sql`and exists (select 1 from ${valuesTable(db, 'key', { beginning: keys })}, search_names as other
      where other.beginning = key.beginning and other.username_key = name.username_key
      and other.user_id = name.user_id)`,
  )
  const { rows } = await sql<TeacherName>`
    select distinct name.user_id as id, name.username_key
    from ${valuesTable(db, 'start', { beginning: first })}, search_names as name
    where name.beginning = start.beginning ${sql.join(also, sql` `)}`.execute(db)
  return rows
}

/** The keys of the words in names that differ from the word by one typing error. */
export async function keysNear(db: Db, word: string): Promise<Keys> {
  const typed = [word, ...deletionsOf(word)]
  const { rows } = await sql<{ word: string }>`
    select distinct near.word from ${valuesTable(db, 'typed', { deletion: typed })}, search_name_deletions as near
    where near.deletion = typed.deletion`.execute(db)
  return rows
    .filter((near) => forgives(near.word) && withinOneError(near.word, word))
    .map((near) => wholeWord(near.word))
}
