import { commentsApi } from '#contract/comments.ts'
import type { House } from '#server/core/house.ts'
import { route } from '#server/core/http/route.ts'
import { visibleCourse } from '#server/core/visibility.ts'
import { listComments } from './comment-list.queries.ts'
import { addComment, commentToChange, commentToRemove, removeComment, rewordComment } from './comments.ts'

export function commentRoutes(house: House): void {
  const { db } = house

  route(house, commentsApi.list, {
    object: async ({ viewer, query: { courseId } }) =>
      courseId === undefined ? undefined : visibleCourse(db, viewer, { courseId }),
    run: ({ viewer, object, query }) => listComments(db, viewer, { ...query, courseId: object?.id }),
  })

  route(house, commentsApi.create, {
    run: async ({ viewer, body }) => ({
      success: true as const,
      message: 'Comment added.',
      comment: await addComment(house, viewer, body),
    }),
  })

  route(house, commentsApi.update, {
    object: ({ viewer, param }) => commentToChange(db, viewer, param('commentId')),
    run: async ({ object, body }) => ({
      success: true as const,
      message: 'Comment updated.',
      updatedComment: await rewordComment(house, object, body),
    }),
  })

  route(house, commentsApi.remove, {
    object: ({ viewer, param }) => commentToRemove(db, viewer, param('commentId')),
    run: async ({ viewer, object, trail }) => {
      await removeComment(house, { comment: object, actorId: viewer.id, trail })
      return { success: true as const, message: 'Comment removed.' }
    },
  })
}
