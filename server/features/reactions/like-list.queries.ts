import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/data/list-query.ts'

interface LikedIds {
  ids: string[]
  total: number
  nextCursor: string | null
}

const NEWEST_FIRST = newestFirst('likes', 'likes.id')

/** The courses that the viewer likes and may see, newest like first. Throws an AppError for an invalid cursor. */
export async function listLikedIds(
  db: Db,
  viewer: Viewer,
  { limit = LIST_LIMIT_DEFAULT, cursor }: Partial<PageRequest>,
): Promise<LikedIds> {
  const { total } = await visibleLikes(db, viewer)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const likes = visibleLikes(db, viewer).select(['likes.id', 'likes.course_id'])
  const { rows, nextCursor } = await readPage(likes, NEWEST_FIRST, { limit, cursor })
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
