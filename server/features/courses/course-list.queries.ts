import { type ExpressionBuilder, sql } from 'kysely'
import type { COURSE_SORTS } from '#contract/courses.ts'
import type { ApprovalStatus } from '#contract/status.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/core/cursor.ts'
import type { Db } from '#server/core/db/database.ts'
import { beyond, type Direction, notBefore, rowsFor } from '#server/core/db/keyset.ts'
import type { Schema } from '#server/core/db/schema.ts'
import { coursesTotal } from '#server/core/totals.ts'

/** `teaching` is the order inside a playlist: as added. */
export type CourseSort = (typeof COURSE_SORTS)[number] | 'teaching'

/** What of all courses a list holds; nothing given is all of them. */
export interface CourseFilter {
  status?: ApprovalStatus | undefined
  playlistId?: string | undefined
  /** Folded; each is in the title or the teacher's name. */
  words?: string[]
}

export interface CourseOrder {
  sort: CourseSort
  /** Absent, what is natural for the sort: texts from A, times from the newest. */
  direction?: Direction | undefined
  limit: number
  cursor?: string | undefined
}

interface Row {
  id: string
  title_key: string
  status: string
  playlist_id: string
  playlist_key: string
  teacher_id: string
  username_key: string
}

type Column =
  | 'courses.id'
  | 'courses.title_key'
  | 'courses.status'
  | 'playlists.id'
  | 'playlists.title_key'
  | 'users.id'
  | 'users.username_key'

interface Sorting {
  columns: readonly Column[]
  keys: (row: Row) => string[]
  direction: Direction
}

/** Each ends with the id, which begins with the time of creation. Their indexes are in the first migration. */
const SORTINGS: Record<CourseSort, Sorting> = {
  teaching: { columns: ['courses.id'], keys: ({ id }) => [id], direction: 'asc' },
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

/** A filter narrows; nothing given is everything. */
function within({ status, playlistId, words = [] }: CourseFilter) {
  return ({ and, eb, fn, val, or, selectFrom }: ExpressionBuilder<Schema, 'courses'>) => {
    const has = (word: string) => {
      const taught = selectFrom('playlists')
        .innerJoin('users', 'users.id', 'playlists.teacher_id')
        .select('playlists.id')
        .where(({ eb, fn, val }) => eb(fn<number>('instr', ['users.username_key', val(word)]), '>', 0))
      const titled = eb(fn<number>('instr', ['courses.title_key', val(word)]), '>', 0)
      return or([titled, eb('courses.playlist_id', 'in', taught)])
    }
    return and([
      ...(status === undefined ? [] : [eb('courses.status', '=', status)]),
      ...(playlistId === undefined ? [] : [eb('courses.playlist_id', '=', playlistId)]),
      ...words.map(has),
    ])
  }
}

/**
 * SQLite makes a cross join in the written order: with the sorted names first, a page ends when it is full. Left to
 * itself it reads every course and sorts them anew.
 */
function withTeachers(db: Db, sort: CourseSort) {
  return sort === 'creator'
    ? db
        .selectFrom('users')
        .crossJoin('playlists')
        .crossJoin('courses')
        .whereRef('playlists.teacher_id', '=', 'users.id')
        .whereRef('courses.playlist_id', '=', 'playlists.id')
    : db
        .selectFrom('courses')
        .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
        .innerJoin('users', 'users.id', 'playlists.teacher_id')
}

/** What is not looked for by words, or in one playlist, is counted already. */
export async function countCourses(db: Db, filter: CourseFilter): Promise<number> {
  const { status, playlistId, words = [] } = filter
  if (playlistId === undefined && words.length === 0) return coursesTotal(db, status)
  const { n } = await db
    .selectFrom('courses')
    .where(within(filter))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/**
 * One page of ids and where the next begins. Throws a Refusal for a cursor of another order. Every name is at least
 * empty: saying so lets the database begin with the sorted names instead of sorting everything.
 */
export async function courseIds(
  db: Db,
  filter: CourseFilter,
  { sort, direction = SORTINGS[sort].direction, limit, cursor }: CourseOrder,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { columns, keys } = SORTINGS[sort]
  const name = `${sort} ${direction}`
  let page = withTeachers(db, sort)
    .where(within(filter))
    .select([
      'courses.id',
      'courses.title_key',
      'courses.status',
      'playlists.id as playlist_id',
      'playlists.title_key as playlist_key',
      'users.id as teacher_id',
      'users.username_key',
    ])
  if (cursor !== undefined) {
    const after = decodeCursor(name, cursor)
    page = page.where(beyond(columns, direction, after))
    if (sort === 'creator') page = page.where(notBefore(columns, direction, after))
  }
  if (sort === 'creator') page = page.where('users.username_key', '>=', sql.lit(''))
  for (const column of columns) page = page.orderBy(column, direction)
  const found = await page.limit(rowsFor(limit)).execute()
  const { rows, nextCursor } = pageOf(found, limit, (last) => encodeCursor(name, keys(last)))
  return { ids: rows.map(({ id }) => id), nextCursor }
}
