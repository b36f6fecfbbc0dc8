import { likesApi } from '#contract/likes.ts'
import type { House } from '#server/context.ts'
import { findCourse } from '#server/features/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { setLike } from './likes.ts'

export function likeRoutes(house: House): void {
  route(house, likesApi.like, {
    object: ({ param }) => findCourse(house.db, { courseId: param('courseId') }),
    changes: ({ object: { id } }) => [id],
    run: async ({ viewer, object, body: { liked } }) => {
      const { isLiked, ...likes } = await setLike(house, viewer, { courseId: object.id, liked })
      return { success: true as const, message: isLiked ? 'Course liked.' : 'Like removed.', ...likes }
    },
  })
}
