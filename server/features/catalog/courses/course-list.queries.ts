import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { COURSE_SORTS } from '#contract/catalog/courses.ts'
import type { Db } from '#server/data/database.ts'
import { isPostgres } from '#server/data/dialect.ts'
import { contains, type ListRequest, listQuery } from '#server/data/list-query.ts'
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
  /** Lists nothing from the trash. Only drafts can be in it. */
  hidesTrash?: boolean
  /** Folded; the title or the teacher's name contains each of them. */
  words?: string[]
}

/**
 * SQLite runs a cross join in the written order. With the sorted names or titles first, it stops when the page is full;
 * otherwise it reads and sorts every course. Orders by a course's own columns need no join.
 */
function coursesFrom(db: Db, sort?: CourseSort): SelectQueryBuilder<Schema, 'courses', unknown> {
  if (sort === 'creator') {
    return db
      .selectFrom('users')
      .crossJoin('playlists')
      .crossJoin('courses')
      .whereRef('playlists.teacher_id', '=', 'users.id')
      .whereRef('courses.playlist_id', '=', 'playlists.id')
      .where(isPostgres(db) ? HAS_NAME : sql<SqlBool>`likelihood(${HAS_NAME}, 0.01)`)
  }
  if (sort !== 'playlist') return db.selectFrom('courses')
  return db.selectFrom('playlists').crossJoin('courses').whereRef('courses.playlist_id', '=', 'playlists.id')
}

/**
 * Always true. It lets PostgreSQL start from the index on names, too. With the likelihood, SQLite expects a page to end after a few
 * names; else it would first read all courses into a Bloom filter.
 */
const HAS_NAME = sql<SqlBool>`users.username_key >= ''`

const courses = listQuery<CourseSort, keyof CourseFilter, 'courses'>({
  // Each order ends with the id, which begins with the creation time, and has an index.
  orders: {
    teaching: { columns: ['courses.position', 'courses.id'], direction: 'asc' },
    created: { columns: ['courses.id'], direction: 'desc' },
    title: { columns: ['courses.title_key', 'courses.id'], direction: 'asc' },
    status: { columns: ['courses.status', 'courses.id'], direction: 'asc' },
    playlist: { columns: ['playlists.title_key', 'playlists.id', 'courses.id'], direction: 'asc' },
    creator: {
      columns: ['users.username_key', 'users.id', 'playlists.id', 'courses.id'],
      direction: 'asc',
    },
  },
  from: coursesFrom,
  filters: {
    status: (eb, value) => eb('courses.status', '=', sql<StoredStatus>`${value}`),
    hidesDrafts: (eb) => eb('courses.status', '<>', sql.lit('draft')),
    hidesTrash: (eb) => eb('courses.trash_id', 'is', null),
    playlistId: (eb, value) => eb('courses.playlist_id', '=', value),
    words: (eb, word) =>
      eb.or([
        contains('courses.title_key', word),
        eb(
          'courses.playlist_id',
          'in',
          eb
            .selectFrom('playlists')
            .innerJoin('users', 'users.id', 'playlists.teacher_id')
            .select('playlists.id')
            .where(contains('users.username_key', word)),
        ),
      ]),
  },
  scanning: 'words',
})

/** Uses the stored totals unless the filter has words or a playlist. */
export async function countCourses(db: Db, filter: CourseFilter): Promise<number> {
  const { status, hidesDrafts = false, playlistId, words = [] } = filter
  if (playlistId === undefined && words.length === 0) return coursesTotal(db, { status, hidesDrafts })
  return courses.count(db, withStatus(filter))
}

/** One page of ids and the next cursor. Throws an AppError for a cursor of another order. */
export function courseIds(db: Db, filter: CourseFilter, request: ListRequest<CourseSort>) {
  return courses.page(db, withStatus(filter), request)
}

/** A status says whether the list has drafts, and so whether some of it could be in the trash. */
function withStatus({ hidesDrafts: wanted = false, ...filter }: CourseFilter): CourseFilter {
  const hidesDrafts = wanted && filter.status === undefined
  const hasDrafts = !hidesDrafts && (filter.status ?? 'draft') === 'draft'
  return { ...filter, hidesDrafts, hidesTrash: hasDrafts }
}
