import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { OwnSort, OwnStage } from '#contract/catalog/own-playlists.ts'
import type { PLAYLIST_SORTS } from '#contract/catalog/playlists.ts'
import type { Visibility } from '#contract/catalog/visibility.ts'
import type { Db } from '#server/data/database.ts'
import { rowsAsText } from '#server/data/dialect.ts'
import { contains, type ListOrder, type ListRequest, listQuery } from '#server/data/list-query.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import type { Schema, StoredStatus } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { needsTeacher, stageOfPlaylist } from './own-playlists.queries.ts'
import { playlistsTotal, shownTotal } from './totals.ts'
import { groupIdsOf, IS_FOR_GROUPS, listedFor } from './visibility.queries.ts'

export type PlaylistSort = (typeof PLAYLIST_SORTS)[number] | OwnSort

/** Without any field the filter matches all playlists. */
export interface PlaylistFilter {
  status?: StoredStatus | undefined
  /** Lists what is shown in this way. */
  shown?: Visibility | undefined
  /** Lists what the user with this id finds. */
  foundBy?: string | undefined
  /** Lists no drafts; for the tables of admins. */
  hidesDrafts?: boolean
  /** Lists nothing from the trash. Only drafts can be in it. */
  hidesTrash?: boolean
  teacherId?: string | undefined
  /** A category's title, in any case. */
  category?: string | undefined
  /** Folded; the title or the teacher's name contains each of them. */
  words?: string[]
  /** Folded; the title contains each of them. */
  titleWords?: string[]
  stage?: OwnStage | undefined
  /** Lists playlists that their teacher has to do something about. */
  needs?: boolean
}

/**
 * SQLite runs a cross join in the written order. With the sorted names first, it stops when the page is full; otherwise it
 * reads and sorts every playlist. No other order needs the names.
 */
function playlistsFrom(db: Db, sort?: PlaylistSort): SelectQueryBuilder<Schema, 'playlists', unknown> {
  if (sort !== 'creator') return db.selectFrom('playlists')
  return (
    db
      .selectFrom('users')
      .crossJoin('playlists')
      .whereRef('playlists.teacher_id', '=', 'users.id')
      // Always true, but it lets PostgreSQL start from the index on names, too.
      .where('users.username_key', '>=', sql.lit(''))
  )
}

/** Each order ends with the id, which begins with the creation time, and has an index. */
const ORDERS = {
  newest: { columns: ['playlists.id'], direction: 'desc' },
  created: { columns: ['playlists.id'], direction: 'desc' },
  popular: { columns: ['playlists.saves_count', 'playlists.id'], direction: 'desc' },
  title: { columns: ['playlists.title_key', 'playlists.id'], direction: 'asc' },
  status: { columns: ['playlists.status', 'playlists.id'], direction: 'asc' },
  changed: { columns: ['playlists.updated_at', 'playlists.id'], direction: 'desc' },
  videos: { columns: ['playlists.courses_count', 'playlists.id'], direction: 'desc' },
  creator: { columns: ['users.username_key', 'users.id', 'playlists.id'], direction: 'asc' },
} satisfies Record<PlaylistSort, ListOrder>

const playlists = listQuery<PlaylistSort, keyof PlaylistFilter, 'playlists'>({
  orders: ORDERS,
  from: playlistsFrom,
  filters: {
    status: (eb, value) => eb('playlists.status', '=', sql<StoredStatus>`${value}`),
    shown: (eb, value) => eb('playlists.shown', '=', sql<Visibility>`${value}`),
    foundBy: (_, userId) => listedFor(userId),
    hidesDrafts: (eb) => eb('playlists.status', '<>', sql.lit('draft')),
    hidesTrash: (eb) => eb('playlists.trash_id', 'is', null),
    teacherId: (eb, value) => eb('playlists.teacher_id', '=', value),
    category: (eb, key) =>
      eb(
        'playlists.category_id',
        '=',
        eb.selectFrom('categories').select('categories.id').where('title_key', '=', key),
      ),
    words: (eb, word) =>
      eb.or([
        contains('playlists.title_key', word),
        eb(
          'playlists.teacher_id',
          'in',
          eb.selectFrom('users').select('users.id').where(contains('users.username_key', word)),
        ),
      ]),
    titleWords: (_, word) => contains('playlists.title_key', word),
    stage: (_, value) => sql<SqlBool>`${stageOfPlaylist} = ${value}`,
    needs: needsTeacher,
  },
  scanning: 'words',
})

/** Uses the stored totals unless the filter has words or a teacher. */
export async function countPlaylists(db: Db, filter: PlaylistFilter): Promise<number> {
  const { teacherId, words = [], shown } = filter
  if (teacherId === undefined && words.length === 0)
    return shown === undefined ? playlistsTotal(db, filter) : shownTotal(db, { ...filter, shown })
  return playlists.count(db, stored(filter))
}

/** One page of ids and the next cursor. Throws an AppError for a cursor of another order. */
export function playlistIds(db: Db, filter: PlaylistFilter, request: ListRequest<PlaylistSort>) {
  return playlists.page(db, stored(filter), request)
}

type ListSort = 'newest' | 'popular' | 'title'
type OfGroups = { groupIds: string[]; category: string }

/** The columns of the order. A playlist that several groups see is there several times. */
const findOfGroups = (sort: ListSort, isNarrowed: boolean) =>
  prepared((db, params: Params<OfGroups>) =>
    db
      .selectFrom('playlist_groups')
      .innerJoin('playlists', 'playlists.id', 'playlist_groups.playlist_id')
      .select(rowsAsText(db, ORDERS[sort].columns).as('keys'))
      .where(params.among('playlist_groups.group_id', 'groupIds'))
      .where(IS_FOR_GROUPS)
      .$if(isNarrowed, (query) =>
        query.where('playlists.category_id', '=', ({ selectFrom }) =>
          selectFrom('categories').select('id').where('title_key', '=', params.value('category')),
        ),
      ),
  )

const findInOrder = (sort: ListSort) => ({
  all: findOfGroups(sort, false),
  narrowed: findOfGroups(sort, true),
})

const OF_GROUPS = {
  newest: findInOrder('newest'),
  popular: findInOrder('popular'),
  title: findInOrder('title'),
} satisfies Record<ListSort, unknown>

/** The keys of the playlists of the groups of a user. */
async function readOfGroups(
  db: Db,
  userId: string,
  { sort, category }: { sort: ListSort; category: string | undefined },
) {
  const groupIds = await groupIdsOf(db, userId)
  if (groupIds.length === 0) return []
  const find = OF_GROUPS[sort][category === undefined ? 'all' : 'narrowed']
  const [row] = await find(db, { groupIds, category: sortKey(category ?? '') })
  const keys: (string | number)[][] = JSON.parse(row?.keys ?? '[]')
  return [...new Map(keys.map((each) => [each.at(-1), each])).values()]
}

/**
 * One page of what a user finds, and how much it is in all: the public playlists, those for members and those of the user's
 * groups. The first two are ranges of an index and stored totals; the third costs as much as the user's groups have.
 */
export async function playlistsFoundBy(
  db: Db,
  userId: string,
  { category, ...request }: ListRequest<ListSort> & { category: string | undefined },
) {
  const others = await readOfGroups(db, userId, { sort: request.sort, category })
  const filters = (['public', 'members'] as const).map((shown) => stored({ shown, category }))
  const [page, ...totals] = await Promise.all([
    playlists.mergedPage(db, { filters, others }, request),
    shownTotal(db, { shown: 'public', category }),
    shownTotal(db, { shown: 'members', category }),
  ])
  return { ...page, total: totals.reduce((sum, n) => sum + n, others.length) }
}

/**
 * With the stored key of the category. A status says whether the list has drafts, and so whether some of it could be in the
 * trash.
 */
function stored({ hidesDrafts: wanted = false, category, ...filter }: PlaylistFilter): PlaylistFilter {
  const hidesDrafts = wanted && filter.status === undefined
  const isShown = filter.shown !== undefined || filter.foundBy !== undefined
  const hasDrafts = !(hidesDrafts || isShown) && (filter.status ?? 'draft') === 'draft'
  return {
    ...filter,
    hidesDrafts,
    hidesTrash: hasDrafts,
    category: category === undefined ? undefined : sortKey(category),
  }
}
