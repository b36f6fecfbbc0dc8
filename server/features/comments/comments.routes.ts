import { commentsApi } from '#contract/comments.ts'
import type { AppContext } from '#server/context.ts'
import { findCourse } from '#server/features/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { listComments } from './comment-list.queries.ts'
import { addComment, commentResource, removeComment, rewordComment } from './comments.ts'

/** A list request without a course covers all courses that the caller may see. */
const EVERY_COURSE = { id: undefined, access: {} }

export function commentRoutes(context: AppContext): void {
  const { db } = context

  route(context, commentsApi.list, {
    object: async ({ reading, query: { courseId } }) =>
      courseId === undefined ? EVERY_COURSE : findCourse(reading, { courseId }),
    run: ({ reading, viewer, object, query }) =>
      listComments(reading, viewer, { ...query, courseId: object.id }),
  })

  route(context, commentsApi.create, {
    named: (_asking, { courseId }) => findCourse(db, { courseId }),
    changes: ({ object: { id } }) => [id],
    run: async ({ viewer, body }) => ({
      success: true as const,
      message: 'Comment added.',
      comment: await addComment(context, viewer, body),
    }),
  })

  route(context, commentsApi.update, {
    object: ({ param }) => commentResource(db, param('commentId')),
    changes: ({ object: { course_id } }) => [course_id],
    run: async ({ object, body }) => ({
      success: true as const,
      message: 'Comment updated.',
      updatedComment: await rewordComment(context, object, body),
    }),
  })

  route(context, commentsApi.remove, {
    object: ({ param }) => commentResource(db, param('commentId')),
    changes: ({ object: { course_id } }) => [course_id],
    run: async ({ viewer, object, meta }) => {
      await removeComment(context, { comment: object, actorId: viewer.id, meta })
      return { success: true as const, message: 'Comment removed.' }
    },
  })
}
