import { likesApi } from '#contract/reactions/likes.ts'
import type { AppContext } from '#server/context.ts'
import { coursesOf } from '#server/features/catalog/courses/course-rows.queries.ts'
import { findCourse } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { listLikedIds } from './like-list.queries.ts'
import { setLike } from './likes.ts'

export function likeRoutes(context: AppContext): void {
  route(context, likesApi.list, {
    run: async ({ reading, viewer, query }) => {
      const { ids, ...rest } = await listLikedIds(reading, viewer, query)
      return { courses: await coursesOf(reading, viewer, ids), ...rest }
    },
  })

  route(context, likesApi.like, {
    object: ({ param }) => findCourse(context.db, { courseId: param('courseId') }),
    changes: ({ object: { id } }) => [id],
    run: async ({ viewer, object, body: { liked } }) => {
      const { isLiked, ...likes } = await setLike(context, viewer, { courseId: object.id, liked })
      return { success: true as const, message: isLiked ? 'Course liked.' : 'Like removed.', ...likes }
    },
  })
}
