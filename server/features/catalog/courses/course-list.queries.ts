import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { COURSE_SORTS } from '#contract/catalog/courses.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { afterRow, checkedKeys, type Direction, notBefore, rowsFor } from '#server/data/keyset.ts'
import { type ParamsByName, preparedInShapes } from '#server/data/prepared.ts'
import type { Schema, StoredStatus } from '#server/data/schema.ts'
import { coursesTotal } from '#server/features/catalog/playlists/totals.ts'

/** `teaching` is the order inside a playlist. */
export type CourseSort = (typeof COURSE_SORTS)[number] | 'teaching'

/** Without any field the filter matches all courses. */
export interface CourseFilter {
  status?: StoredStatus | undefined
  /** Lists no drafts; for the tables of admins. */
  hidesDrafts?: boolean
  playlistId?: string | undefined
  /** Folded; the title or the teacher's name contains each of them. */
  words?: string[]
}

export interface CourseOrder {
  sort: CourseSort
  /** The default depends on the sort: texts from A, times from the newest. */
  direction?: Direction | undefined
  limit: number
  cursor?: string | undefined
}

interface Row {
  id: string
  title_key: string
  status: string
  playlist_id: string
  position: number
  /** Only in the lists by playlist and by creator. */
  playlist_key: string
  /** Only in the list by creator, like the name. */
  teacher_id: string
  username_key: string
}

type Column =
  | 'courses.id'
  | 'courses.position'
  | 'courses.title_key'
  | 'courses.status'
  | 'playlists.id'
  | 'playlists.title_key'
  | 'users.id'
  | 'users.username_key'

interface Sorting {
  columns: readonly Column[]
  keys: (row: Row) => (string | number)[]
  direction: Direction
}

/** Each order ends with the id, which begins with the creation time. The first migration creates the indexes. */
const SORTINGS: Record<CourseSort, Sorting> = {
  teaching: {
    columns: ['courses.position', 'courses.id'],
    keys: ({ position, id }) => [position, id],
    direction: 'asc',
  },
  created: { columns: ['courses.id'], keys: ({ id }) => [id], direction: 'desc' },
  title: {
    columns: ['courses.title_key', 'courses.id'],
    keys: ({ title_key, id }) => [title_key, id],
    direction: 'asc',
  },
  status: {
    columns: ['courses.status', 'courses.id'],
    keys: ({ status, id }) => [status, id],
    direction: 'asc',
  },
  playlist: {
    columns: ['playlists.title_key', 'playlists.id', 'courses.id'],
    keys: ({ playlist_key, playlist_id, id }) => [playlist_key, playlist_id, id],
    direction: 'asc',
  },
  creator: {
    columns: ['users.username_key', 'users.id', 'playlists.id', 'courses.id'],
    keys: ({ username_key, teacher_id, playlist_id, id }) => [username_key, teacher_id, playlist_id, id],
    direction: 'asc',
  },
}

/** A filter with its texts, or with the names of what will be given. */
interface Narrowed<Text> {
  status: Text | undefined
  hidesDrafts: boolean
  playlistId: Text | undefined
  words: readonly Text[]
}

type Value = string | RawBuilder<string>

/** Each field that is set narrows the list. */
function within({ status, hidesDrafts, playlistId, words }: Narrowed<Value>) {
  return ({ and, eb, fn, or, selectFrom }: ExpressionBuilder<Schema, 'courses'>) => {
    const has = (word: Value) => {
      const taught = selectFrom('playlists')
        .innerJoin('users', 'users.id', 'playlists.teacher_id')
        .select('playlists.id')
        .where(({ eb, fn }) => eb(fn<number>('instr', ['users.username_key', sql`${word}`]), '>', 0))
      const titled = eb(fn<number>('instr', ['courses.title_key', sql`${word}`]), '>', 0)
      return or([titled, eb('courses.playlist_id', 'in', taught)])
    }
    return and([
      ...(status === undefined ? [] : [eb('courses.status', '=', sql<StoredStatus>`${status}`)]),
      ...(hidesDrafts ? [eb('courses.status', '<>', sql.lit('draft'))] : []),
      ...(playlistId === undefined ? [] : [eb('courses.playlist_id', '=', playlistId)]),
      ...words.map(has),
    ])
  }
}

/** Uses the stored totals unless the filter has words or a playlist. */
export async function countCourses(db: Db, filter: CourseFilter): Promise<number> {
  const { status, hidesDrafts = false, playlistId, words = [] } = filter
  if (playlistId === undefined && words.length === 0) return coursesTotal(db, { status, hidesDrafts })
  const { n } = await db
    .selectFrom('courses')
    .where(within({ status, hidesDrafts: hidesDrafts && status === undefined, playlistId, words }))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Everything that decides the SQL text of a page. */
interface Shape {
  sort: CourseSort
  direction: Direction
  ofStatus: boolean
  hidesDrafts: boolean
  inPlaylist: boolean
  words: number
  goesOn: boolean
  rows: number
}

const COLUMNS = [
  'courses.id',
  'courses.title_key',
  'courses.status',
  'courses.playlist_id',
  'courses.position',
] as const

/**
 * SQLite runs a cross join in the written order. With the sorted names or titles first, it stops when the page is full;
 * otherwise it reads and sorts every course. Orders by a course's own columns need no join.
 */
function inOrderOf(db: Db, sort: CourseSort): SelectQueryBuilder<Schema, 'courses', Row> {
  if (sort === 'creator') {
    return (
      db
        .selectFrom('users')
        .crossJoin('playlists')
        .crossJoin('courses')
        .whereRef('playlists.teacher_id', '=', 'users.id')
        .whereRef('courses.playlist_id', '=', 'playlists.id')
        // Always true, but it lets PostgreSQL start from the index on names, too.
        .where('users.username_key', '>=', sql.lit(''))
        .select([...COLUMNS, 'playlists.title_key as playlist_key'])
        .select(['users.id as teacher_id', 'users.username_key'])
    )
  }
  const noTeacher = [sql.lit('').as('teacher_id'), sql.lit('').as('username_key')] as const
  return sort === 'playlist'
    ? db
        .selectFrom('playlists')
        .crossJoin('courses')
        .whereRef('courses.playlist_id', '=', 'playlists.id')
        .select([...COLUMNS, 'playlists.title_key as playlist_key', ...noTeacher])
    : db.selectFrom('courses').select([...COLUMNS, sql.lit('').as('playlist_key'), ...noTeacher])
}

function pageQuery(db: Db, shape: Shape, param: ParamsByName<string>) {
  const { sort, direction, ofStatus, hidesDrafts, inPlaylist, words, goesOn, rows } = shape
  const { columns } = SORTINGS[sort]
  let page = inOrderOf(db, sort).where(
    within({
      status: ofStatus ? param('status') : undefined,
      hidesDrafts,
      playlistId: inPlaylist ? param('playlistId') : undefined,
      words: Array.from({ length: words }, (_, n) => param(`word${n}`)),
    }),
  )
  const keys = columns.map(param)
  if (goesOn) page = page.where(afterRow(columns, direction, keys))
  if (goesOn && sort === 'creator') page = page.where(notBefore(columns, direction, keys))
  for (const column of columns) page = page.orderBy(sql.ref(column), direction)
  return page.limit(sql.lit(rows))
}

const pages = preparedInShapes(pageQuery, ({ words }) => words > 0)

/** One page of ids and the next cursor. Throws an AppError for a cursor of another order. */
export async function courseIds(
  db: Db,
  { status, hidesDrafts = false, playlistId, words = [] }: CourseFilter,
  { sort, direction = SORTINGS[sort].direction, limit, cursor }: CourseOrder,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { columns, keys } = SORTINGS[sort]
  const name = `${sort} ${direction}`
  const after = cursor === undefined ? undefined : checkedKeys(columns, decodeCursor(name, cursor))
  const shape = {
    sort,
    direction,
    ofStatus: status !== undefined,
    hidesDrafts: hidesDrafts && status === undefined,
    inPlaylist: playlistId !== undefined,
    words: words.length,
    goesOn: after !== undefined,
    rows: rowsFor(limit),
  }
  const matches = await pages(db, shape, {
    status: status ?? '',
    playlistId: playlistId ?? '',
    ...Object.fromEntries(words.map((word, n) => [`word${n}`, word])),
    ...Object.fromEntries(columns.map((column, n) => [column, after?.[n] ?? ''])),
  })
  const { rows, nextCursor } = pageOf(matches, limit, (last) => encodeCursor(name, keys(last)))
  return { ids: rows.map(({ id }) => id), nextCursor }
}
