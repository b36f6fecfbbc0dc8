import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { OwnSort, OwnStage } from '#contract/catalog/own-playlists.ts'
import type { PLAYLIST_SORTS } from '#contract/catalog/playlists.ts'
import type { Db } from '#server/data/database.ts'
import { contains, type ListRequest, listQuery } from '#server/data/list-query.ts'
import type { Schema, StoredStatus } from '#server/data/schema.ts'
import { sortKey } from '#server/data/sort-key.ts'
import { needsTeacher, stageOfPlaylist } from './own-playlists.queries.ts'
import { playlistsTotal } from './totals.ts'

export type PlaylistSort = (typeof PLAYLIST_SORTS)[number] | OwnSort

/** Without any field the filter matches all playlists. */
export interface PlaylistFilter {
  status?: StoredStatus | undefined
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

const playlists = listQuery<PlaylistSort, keyof PlaylistFilter, 'playlists'>({
  // Each order ends with the id, which begins with the creation time, and has an index.
  orders: {
    newest: { columns: ['playlists.id'], direction: 'desc' },
    created: { columns: ['playlists.id'], direction: 'desc' },
    popular: { columns: ['playlists.saves_count', 'playlists.id'], direction: 'desc' },
    title: { columns: ['playlists.title_key', 'playlists.id'], direction: 'asc' },
    status: { columns: ['playlists.status', 'playlists.id'], direction: 'asc' },
    changed: { columns: ['playlists.updated_at', 'playlists.id'], direction: 'desc' },
    videos: { columns: ['playlists.courses_count', 'playlists.id'], direction: 'desc' },
    creator: { columns: ['users.username_key', 'users.id', 'playlists.id'], direction: 'asc' },
  },
  from: playlistsFrom,
  filters: {
    status: (eb, value) => eb('playlists.status', '=', sql<StoredStatus>`${value}`),
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
  const { teacherId, words = [] } = filter
  if (teacherId === undefined && words.length === 0) return playlistsTotal(db, filter)
  return playlists.count(db, stored(filter))
}

/** One page of ids and the next cursor. Throws an AppError for a cursor of another order. */
export function playlistIds(db: Db, filter: PlaylistFilter, request: ListRequest<PlaylistSort>) {
  return playlists.page(db, stored(filter), request)
}

/**
 * With the stored key of the category. A status says whether the list has drafts, and so whether some of it could be in the
 * trash.
 */
function stored({ hidesDrafts: wanted = false, category, ...filter }: PlaylistFilter): PlaylistFilter {
  const hidesDrafts = wanted && filter.status === undefined
  const hasDrafts = !hidesDrafts && (filter.status ?? 'draft') === 'draft'
  return {
    ...filter,
    hidesDrafts,
    hidesTrash: hasDrafts,
    category: category === undefined ? undefined : sortKey(category),
  }
}
