import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { PLAYLIST_SORTS } from '#contract/catalog/playlists.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { afterRow, checkedKeys, type Direction, rowsFor } from '#server/data/keyset.ts'
import { type ParamsByName, preparedInShapes } from '#server/data/prepared.ts'
import type { Schema, StoredStatus } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { playlistsTotal } from './totals.ts'

export type PlaylistSort = (typeof PLAYLIST_SORTS)[number]

/** Without any field the filter matches all playlists. */
export interface PlaylistFilter {
  status?: StoredStatus | undefined
  /** Lists no drafts; for the tables of admins. */
  hidesDrafts?: boolean
  teacherId?: string | undefined
  /** A category's title, in any case. */
  category?: string | undefined
  /** Folded; the title or the teacher's name contains each of them. */
  words?: string[]
}

export interface PlaylistOrder {
  sort: PlaylistSort
  /** The default depends on the sort: texts from A, times and numbers from the greatest. */
  direction?: Direction | undefined
  limit: number
  cursor?: string | undefined
}

interface Row {
  id: string
  title_key: string
  saves_count: number
  status: string
  /** Only in the list by creator, like the name. */
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

/** Each order ends with the id, which begins with the creation time. The first migration creates the indexes. */
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

/** A filter with its texts folded, or with the names of what will be given. */
interface Narrowed<Text> {
  status: Text | undefined
  hidesDrafts: boolean
  teacherId: Text | undefined
  category: Text | undefined
  words: readonly Text[]
}

type Value = string | RawBuilder<string>

/** Each field that is set narrows the list. */
function within({ status, hidesDrafts, teacherId, category, words }: Narrowed<Value>) {
  return ({ and, eb, fn, or, selectFrom }: ExpressionBuilder<Schema, 'playlists'>) => {
    const has = (word: Value) => {
      const named = selectFrom('users')
        .select('users.id')
        .where(({ eb, fn }) => eb(fn<number>('instr', ['users.username_key', sql`${word}`]), '>', 0))
      const titled = eb(fn<number>('instr', ['playlists.title_key', sql`${word}`]), '>', 0)
      return or([titled, eb('playlists.teacher_id', 'in', named)])
    }
    const called = (key: Value) =>
      selectFrom('categories').select('categories.id').where('title_key', '=', key)
    return and([
      ...(status === undefined ? [] : [eb('playlists.status', '=', sql<StoredStatus>`${status}`)]),
      ...(hidesDrafts ? [eb('playlists.status', '<>', sql.lit('draft'))] : []),
      ...(teacherId === undefined ? [] : [eb('playlists.teacher_id', '=', teacherId)]),
      ...(category === undefined ? [] : [eb('playlists.category_id', '=', called(category))]),
      ...words.map(has),
    ])
  }
}

function folded({
  status,
  hidesDrafts = false,
  teacherId,
  category,
  words = [],
}: PlaylistFilter): Narrowed<string> {
  return {
    status,
    hidesDrafts,
    teacherId,
    category: category === undefined ? undefined : sortKey(category),
    words,
  }
}

/** Uses the stored totals unless the filter has words or a teacher. */
export async function countPlaylists(db: Db, filter: PlaylistFilter): Promise<number> {
  const { teacherId, words = [] } = filter
  if (teacherId === undefined && words.length === 0) return playlistsTotal(db, filter)
  const { n } = await db
    .selectFrom('playlists')
    .where(within(folded(filter)))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Everything that decides the SQL text of a page. */
interface Shape {
  sort: PlaylistSort
  direction: Direction
  ofStatus: boolean
  hidesDrafts: boolean
  ofTeacher: boolean
  inCategory: boolean
  words: number
  goesOn: boolean
  rows: number
}

const COLUMNS = ['playlists.id', 'playlists.title_key', 'playlists.saves_count', 'playlists.status'] as const

/**
 * SQLite runs a cross join in the written order. With the sorted names first, it stops when the page is full; otherwise it
 * reads and sorts every playlist. No other order needs the names.
 */
function inOrderOf(db: Db, sort: PlaylistSort): SelectQueryBuilder<Schema, 'playlists', Row> {
  if (sort !== 'creator') {
    const noTeacher = [sql.lit('').as('teacher_id'), sql.lit('').as('username_key')] as const
    return db.selectFrom('playlists').select([...COLUMNS, ...noTeacher])
  }
  return (
    db
      .selectFrom('users')
      .crossJoin('playlists')
      .whereRef('playlists.teacher_id', '=', 'users.id')
      // Always true, but it lets PostgreSQL start from the index on names, too.
      .where('users.username_key', '>=', sql.lit(''))
      .select([...COLUMNS, 'users.id as teacher_id', 'users.username_key'])
  )
}

function pageQuery(db: Db, shape: Shape, param: ParamsByName<string>) {
  const { sort, direction, ofStatus, hidesDrafts, ofTeacher, inCategory, words, goesOn, rows } = shape
  const { columns } = SORTINGS[sort]
  let page = inOrderOf(db, sort).where(
    within({
      status: ofStatus ? param('status') : undefined,
      hidesDrafts,
      teacherId: ofTeacher ? param('teacherId') : undefined,
      category: inCategory ? param('category') : undefined,
      words: Array.from({ length: words }, (_, n) => param(`word${n}`)),
    }),
  )
  if (goesOn) page = page.where(afterRow(columns, direction, columns.map(param)))
  for (const column of columns) page = page.orderBy(sql.ref(column), direction)
  return page.limit(sql.lit(rows))
}

const pages = preparedInShapes(pageQuery, ({ words }) => words > 0)

/** One page of ids and the next cursor. Throws an AppError for a cursor of another order. */
export async function playlistIds(
  db: Db,
  filter: PlaylistFilter,
  { sort, direction = SORTINGS[sort].direction, limit, cursor }: PlaylistOrder,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { columns, keys } = SORTINGS[sort]
  const name = `${sort} ${direction}`
  const after = cursor === undefined ? undefined : checkedKeys(columns, decodeCursor(name, cursor))
  const { status, hidesDrafts, teacherId, category, words } = folded(filter)
  const shape = {
    sort,
    direction,
    ofStatus: status !== undefined,
    hidesDrafts: hidesDrafts && status === undefined,
    ofTeacher: teacherId !== undefined,
    inCategory: category !== undefined,
    words: words.length,
    goesOn: after !== undefined,
    rows: rowsFor(limit),
  }
  const matches = await pages(db, shape, {
    status: status ?? '',
    teacherId: teacherId ?? '',
    category: category ?? '',
    ...Object.fromEntries(words.map((word, n) => [`word${n}`, word])),
    ...Object.fromEntries(columns.map((column, n) => [column, after?.[n] ?? ''])),
  })
  const { rows, nextCursor } = pageOf(matches, limit, (last) => encodeCursor(name, keys(last)))
  return { ids: rows.map(({ id }) => id), nextCursor }
}
