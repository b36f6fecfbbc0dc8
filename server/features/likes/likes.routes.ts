import { likesApi } from '#contract/likes.ts'
import type { AppContext } from '#server/context.ts'
import { findCourse } from '#server/features/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { setLike } from './likes.ts'

export function likeRoutes(context: AppContext): void {
  route(context, likesApi.like, {
    object: ({ param }) => findCourse(context.db, { courseId: param('courseId') }),
    changes: ({ object: { id } }) => [id],
    run: async ({ viewer, object, body: { liked } }) => {
      const { isLiked, ...likes } = await setLike(context, viewer, { courseId: object.id, liked })
      return { success: true as const, message: isLiked ? 'Course liked.' : 'Like removed.', ...likes }
    },
  })
}
