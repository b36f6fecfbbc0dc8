import { commentsApi } from '#contract/comments/comments.ts'
import { ownCommentsApi } from '#contract/comments/own-comments.ts'
import { requireConfirmed } from '#server/auth/session.ts'
import type { AppContext } from '#server/context.ts'
import { findCourse } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { listComments } from './comment-list.queries.ts'
import { addComment, commentResource, rewordComment } from './comments.ts'
import { listOwnComments } from './own-comments.queries.ts'
import { acceptAnswer, commentOfTeacher, pinComment, questionToAnswer } from './questions.ts'
import { commentToRemove, removeComment } from './removal.ts'
import { listThreads } from './threads.queries.ts'

/** A list request without a course covers all courses that the caller may see. */
const EVERY_COURSE = { id: undefined, access: {} }

/** A visitor reads none of these. */
const NOTHING_PUBLIC: string[] = []

export function commentRoutes(context: AppContext): void {
  const { db } = context

  route(context, commentsApi.list, {
    object: async ({ reading, query: { courseId } }) =>
      courseId === undefined ? EVERY_COURSE : findCourse(reading, { courseId }),
    run: ({ reading, viewer, object, query }) =>
      listComments(reading, viewer, { ...query, courseId: object.id }),
  })

  route(context, ownCommentsApi.list, {
    run: ({ reading, viewer, query }) => listOwnComments(reading, viewer, query),
  })

  route(context, commentsApi.create, {
    named: (_asking, { courseId }) => findCourse(db, { courseId }),
    changes: ({ object: { id } }) => [id],
    run: async ({ viewer, body }) => {
      requireConfirmed(context, viewer)
      const comment = await addComment(context, viewer, body)
      return { success: true as const, message: 'Comment added.', comment }
    },
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

  route(context, commentsApi.threads, {
    object: ({ reading, param }) => findCourse(reading, { courseId: param('courseId') }),
    run: ({ reading, viewer, object, query }) =>
      listThreads(reading, viewer, { ...query, courseId: object.id }),
  })

  route(context, commentsApi.answer, {
    object: ({ viewer, param }) => questionToAnswer(db, viewer, param('commentId')),
    changes: () => NOTHING_PUBLIC,
    run: async ({ object, body: { by } }) => ({
      success: true as const,
      message: by === null ? 'Answer taken back.' : 'Answer accepted.',
      comment: await acceptAnswer(context, object, by),
    }),
  })

  route(context, commentsApi.pin, {
    object: ({ param }) => commentOfTeacher(db, param('commentId')),
    changes: () => NOTHING_PUBLIC,
    run: async ({ object, body: { pinned } }) => ({
      success: true as const,
      message: pinned ? 'Comment pinned.' : 'Comment unpinned.',
      comment: await pinComment(context, object, pinned),
    }),
  })

  route(context, commentsApi.remove, {
    object: ({ viewer, param }) => commentToRemove(db, viewer, param('commentId')),
    changes: ({ object: { course_id } }) => [course_id],
    run: async ({ viewer, object, meta }) => {
      await removeComment(context, { comment: object, actorId: viewer.id, meta })
      return { success: true as const, message: 'Comment removed.' }
    },
  })
}
