import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { afterCursor } from '#server/data/keyset.ts'

const SORT = 'likes'

interface LikesQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

interface LikedIds {
  ids: string[]
  total: number
  nextCursor: string | null
}

/** The courses that the viewer likes and may see, newest like first. Throws an AppError for an invalid cursor. */
export async function listLikedIds(
  db: Db,
  viewer: Viewer,
  { limit = LIST_LIMIT_DEFAULT, cursor }: LikesQuery,
): Promise<LikedIds> {
  let page = visibleLikes(db, viewer)
    .select(['likes.id', 'likes.course_id'])
    .orderBy('likes.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) page = page.where(afterCursor(['likes.id'], 'desc', decodeCursor(SORT, cursor)))
  const { total } = await visibleLikes(db, viewer)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { rows, nextCursor } = pageOf(await page.execute(), limit, ({ id }) => encodeCursor(SORT, [id]))
  return { ids: rows.map(({ course_id }) => course_id), total, nextCursor }
}

/** The rule of `playlists/visibility.ts`. */
function visibleLikes(db: Db, viewer: Viewer) {
  return db
    .selectFrom('likes')
    .innerJoin('courses', 'courses.id', 'likes.course_id')
    .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
    .where('likes.user_id', '=', viewer.id)
    .$if(!viewer.isAdmin, (query) =>
      query.where(({ and, or, eb }) =>
        or([
          and([eb('courses.status', '=', 'approved'), eb('playlists.status', '=', 'approved')]),
          eb('playlists.teacher_id', '=', viewer.id),
        ]),
      ),
    )
}
