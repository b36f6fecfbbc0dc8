import { sql } from 'kysely'
import type { Db } from '#server/data/database.ts'
import { type Params, prepared } from '#server/data/prepared.ts'
import { listedFor } from '#server/features/catalog/playlists/visibility.queries.ts'
import { imageRef } from '#server/features/media/image-ref.ts'

type Fresh = Params<{ userId: string; since: string }>

/** Reads the playlists of followed teachers that have had a new video since then, and in these the new videos. */
const findNewest = prepared((db, params: Fresh) =>
  db
    .selectFrom('follows')
    .innerJoin('playlists', 'playlists.teacher_id', 'follows.teacher_id')
    .innerJoin('courses', 'courses.playlist_id', 'playlists.id')
    .select(['courses.id', ({ ref }) => ref('courses.announced_at').$notNull().as('at')])
    .where('follows.user_id', '=', params.value('userId'))
    .where('playlists.newest_at', '>=', params.value('since'))
    .where(listedFor(params.value('userId')))
    .where('courses.announced_at', '>=', params.value('since'))
    .where('courses.status', '=', 'approved'),
)

const findVideos = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('courses')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .innerJoin('categories', 'categories.id', 'playlists.category_id')
    .innerJoin('users', 'users.id', 'playlists.teacher_id')
    .innerJoin('images as picture', 'picture.name', 'courses.image')
    .innerJoin('images as photo', 'photo.name', 'users.photo')
    .select([
      'courses.id',
      'courses.title',
      'courses.duration_s',
      'playlists.id as playlist_id',
      'categories.title as category',
      'users.id as teacher_id',
      'users.username',
      'picture.name',
      'picture.width',
      'picture.height',
      'picture.widths',
      'picture.placeholder',
      'photo.name as photo_name',
      'photo.width as photo_width',
      'photo.height as photo_height',
      'photo.widths as photo_widths',
      'photo.placeholder as photo_placeholder',
    ])
    .where(params.among('courses.id', 'ids')),
)

/** The newest videos that a user finds of the teachers whom they follow, with what their cards show. */
export async function readFresh(
  db: Db,
  { userId, since, most }: { userId: string; since: string; most: number },
) {
  const found = await findNewest(db, { userId, since })
  // No index has them in this order.
  const newest = found.toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id)).slice(0, most)
  if (newest.length === 0) return []
  const rows = await findVideos(db, { ids: newest.map(({ id }) => id) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return newest.flatMap(({ id, at }) => {
    const row = byId.get(id)
    if (!row) return []
    const photo = imageRef({
      name: row.photo_name,
      width: row.photo_width,
      height: row.photo_height,
      widths: row.photo_widths,
      placeholder: row.photo_placeholder,
    })
    return { ...row, at, picture: imageRef(row), photo }
  })
}

const findChapters = prepared((db, params: Params<{ ids: string[] }>) =>
  db
    .selectFrom('courses')
    .select(['id', ({ ref }) => ref('chapters').$notNull().as('chapters')])
    .where(params.among('id', 'ids'))
    .where('chapters', 'is not', null),
)

/** The chapters of these courses, as they are stored. */
export async function readChapters(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = ids.length === 0 ? [] : await findChapters(db, { ids })
  return new Map(rows.map(({ id, chapters }) => [id, chapters]))
}

const findStarted = prepared((db, params: Params<{ userId: string }>) =>
  db
    .selectFrom('playlist_progress')
    .select('user_id')
    .where('user_id', '=', params.value('userId'))
    .limit(sql.lit(1)),
)

/** The order makes PostgreSQL take the index that begins with the user. */
const findFollowed = prepared((db, params: Params<{ userId: string }>) =>
  db
    .selectFrom('follows')
    .select('user_id')
    .where('user_id', '=', params.value('userId'))
    .where('teacher_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(1)),
)

/** Whether a user has started a playlist or follows a teacher. */
export async function hasStarted(db: Db, userId: string): Promise<boolean> {
  const found = await Promise.all([findStarted(db, { userId }), findFollowed(db, { userId })])
  return found.some((rows) => rows.length > 0)
}
