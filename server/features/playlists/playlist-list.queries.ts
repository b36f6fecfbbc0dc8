import { type ExpressionBuilder, sql } from 'kysely'
import type { PLAYLIST_SORTS } from '#contract/playlists.ts'
import type { ApprovalStatus } from '#contract/status.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/core/cursor.ts'
import type { Db } from '#server/core/db/database.ts'
import { beyond, type Direction, rowsFor } from '#server/core/db/keyset.ts'
import type { Schema } from '#server/core/db/schema.ts'
import { sortKey } from '#server/core/sort-key.ts'
import { playlistsTotal } from '#server/core/totals.ts'

export type PlaylistSort = (typeof PLAYLIST_SORTS)[number]

/** What of all playlists a list holds; nothing given is all of them. */
export interface PlaylistFilter {
  status?: ApprovalStatus | undefined
  teacherId?: string | undefined
  /** A category's title, in any case. */
  category?: string | undefined
  /** Folded; each is in the title or the teacher's name. */
  words?: string[]
}

export interface PlaylistOrder {
  sort: PlaylistSort
  /** Absent, what is natural for the sort: texts from A, times and numbers from the greatest. */
  direction?: Direction | undefined
  limit: number
  cursor?: string | undefined
}

const COLUMNS = [
  'playlists.id',
  'playlists.title_key',
  'playlists.saves_count',
  'playlists.status',
  'users.id as teacher_id',
  'users.username_key',
] as const

interface Row {
  id: string
  title_key: string
  saves_count: number
  status: string
  teacher_id: string
  username_key: string
}

type Column =
  | 'playlists.id'
  | 'playlists.title_key'
  | 'playlists.saves_count'
  | 'playlists.status'
  | 'users.id'
  | 'users.username_key'

interface Sorting {
  columns: readonly Column[]
  keys: (row: Row) => (string | number)[]
  direction: Direction
}

/** Each ends with the id, which begins with the time of creation. Their indexes are in the first migration. */
const SORTINGS: Record<PlaylistSort, Sorting> = {
  newest: { columns: ['playlists.id'], keys: ({ id }) => [id], direction: 'desc' },
  created: { columns: ['playlists.id'], keys: ({ id }) => [id], direction: 'desc' },
  popular: {
    columns: ['playlists.saves_count', 'playlists.id'],
    keys: ({ saves_count, id }) => [saves_count, id],
    direction: 'desc',
  },
  title: {
    columns: ['playlists.title_key', 'playlists.id'],
    keys: ({ title_key, id }) => [title_key, id],
    direction: 'asc',
  },
  status: {
    columns: ['playlists.status', 'playlists.id'],
    keys: ({ status, id }) => [status, id],
    direction: 'asc',
  },
  creator: {
    columns: ['users.username_key', 'users.id', 'playlists.id'],
    keys: ({ username_key, teacher_id, id }) => [username_key, teacher_id, id],
    direction: 'asc',
  },
}

/** A filter narrows; nothing given is everything. */
function within({ status, teacherId, category, words = [] }: PlaylistFilter) {
  return ({ and, eb, fn, val, or, selectFrom }: ExpressionBuilder<Schema, 'playlists'>) => {
    const has = (word: string) => {
      const named = selectFrom('users')
        .select('users.id')
        .where(({ eb, fn, val }) => eb(fn<number>('instr', ['users.username_key', val(word)]), '>', 0))
      const titled = eb(fn<number>('instr', ['playlists.title_key', val(word)]), '>', 0)
      return or([titled, eb('playlists.teacher_id', 'in', named)])
    }
    const called = selectFrom('categories')
      .select('categories.id')
      .where('title_key', '=', sortKey(category ?? ''))
    return and([
      ...(status === undefined ? [] : [eb('playlists.status', '=', status)]),
      ...(teacherId === undefined ? [] : [eb('playlists.teacher_id', '=', teacherId)]),
      ...(category === undefined ? [] : [eb('playlists.category_id', '=', called)]),
      ...words.map(has),
    ])
  }
}

/**
 * SQLite makes a cross join in the written order: with the sorted names first, a page ends when it is full. Left to
 * itself it reads every playlist and sorts them anew.
 */
function withTeachers(db: Db, sort: PlaylistSort) {
  return sort === 'creator'
    ? db.selectFrom('users').crossJoin('playlists').whereRef('playlists.teacher_id', '=', 'users.id')
    : db.selectFrom('playlists').innerJoin('users', 'users.id', 'playlists.teacher_id')
}

/** What is not looked for by words, or of one teacher, is counted already. */
export async function countPlaylists(db: Db, filter: PlaylistFilter): Promise<number> {
  const { teacherId, words = [] } = filter
  if (teacherId === undefined && words.length === 0) return playlistsTotal(db, filter)
  const { n } = await db
    .selectFrom('playlists')
    .where(within(filter))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/**
 * One page of ids and where the next begins. Throws a Refusal for a cursor of another order. Every name is at least
 * empty: saying so lets the database begin with the sorted names instead of sorting everything.
 */
export async function playlistIds(
  db: Db,
  filter: PlaylistFilter,
  { sort, direction = SORTINGS[sort].direction, limit, cursor }: PlaylistOrder,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { columns, keys } = SORTINGS[sort]
  const name = `${sort} ${direction}`
  let page = withTeachers(db, sort).where(within(filter)).select(COLUMNS)
  if (cursor !== undefined) page = page.where(beyond(columns, direction, decodeCursor(name, cursor)))
  if (sort === 'creator') page = page.where('users.username_key', '>=', sql.lit(''))
  for (const column of columns) page = page.orderBy(column, direction)
  const found = await page.limit(rowsFor(limit)).execute()
  const { rows, nextCursor } = pageOf(found, limit, (last) => encodeCursor(name, keys(last)))
  return { ids: rows.map(({ id }) => id), nextCursor }
}
