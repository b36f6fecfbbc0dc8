import { commentsApi } from '#contract/comments/comments.ts'
import { ownCommentsApi } from '#contract/comments/own-comments.ts'
import { COMMENT_ADDED, COMMENT_UPDATED, MENTIONED_OFTEN } from '#contract/watching-messages.ts'
import { requireConfirmed } from '#server/auth/session.ts'
import type { AppContext } from '#server/context.ts'
import { findCourse } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { listComments } from './comment-list.queries.ts'
import { addComment, checkCourse, checkQuote, commentResource, rewordComment } from './comments.ts'
import { commentToLike, setCommentLike } from './likes.ts'
import { findMentionable, readMentions } from './mentions.queries.ts'
import { chooseMentions } from './mentions.ts'
import { listOwnComments } from './own-comments.queries.ts'
import { acceptAnswer, commentOfTeacher, pinComment, questionToAnswer } from './questions.ts'
import { commentToRemove, removeComment } from './removal.ts'
import { listThreads } from './threads.queries.ts'

/** A list request without a course covers the public courses and the caller's own. */
const EVERY_COURSE = { id: undefined, access: {} }

/** A visitor reads none of these. */
const NOTHING_PUBLIC: string[] = []

export function commentRoutes(context: AppContext): void {
  writingRoutes(context)
  threadRoutes(context)
  likeRoutes(context)
}

/** Lists, new comments, changes and removals. */
function writingRoutes(context: AppContext): void {
  const { db } = context

  route(context, commentsApi.list, {
    object: async ({ reading, viewer, query: { courseId } }) =>
      courseId === undefined ? EVERY_COURSE : findCourse(reading, viewer, { courseId }),
    run: ({ reading, viewer, object, query }) =>
      listComments(reading, viewer, { ...query, courseId: object.id }),
  })

  route(context, ownCommentsApi.list, {
    run: ({ reading, viewer, query }) => listOwnComments(reading, viewer, query),
  })

  route(context, commentsApi.create, {
    named: ({ viewer }, { courseId }) => findCourse(db, viewer, { courseId }),
    changes: ({ object: { id } }) => [id],
    run: async ({ viewer, object: course, body: { mentions: ids = [], ...draft } }) => {
      requireConfirmed(context, viewer)
      await checkQuote(db, draft)
      const { people, isTooOften } = await chooseMentions(context, viewer, { course, text: draft.text, ids })
      const comment = await addComment(context, viewer, { ...draft, mentions: people })
      const message = isTooOften ? MENTIONED_OFTEN.added : COMMENT_ADDED
      return { success: true as const, message, comment }
    },
  })

  route(context, commentsApi.update, {
    object: ({ viewer, param }) => commentResource(db, viewer, { commentId: param('commentId') }),
    changes: ({ object: { course_id } }) => [course_id],
    run: async ({ viewer, object, body }) => {
      checkCourse(object, body)
      const { text, mentions: ids = [] } = body
      const course = { id: object.course_id, teacher_id: object.teacher_id }
      const stored = await readMentions(db, object.id)
      const { people, isTooOften } = await chooseMentions(context, viewer, { course, text, ids, stored })
      return {
        success: true as const,
        message: isTooOften ? MENTIONED_OFTEN.updated : COMMENT_UPDATED,
        updatedComment: await rewordComment(context, object, { text, mentions: people }),
      }
    },
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

/** Threads, and what the teacher and the asker do with them. */
function threadRoutes(context: AppContext): void {
  const { db } = context

  route(context, commentsApi.threads, {
    object: ({ reading, viewer, param }) => findCourse(reading, viewer, { courseId: param('courseId') }),
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
    object: ({ viewer, param }) => commentOfTeacher(db, viewer, { commentId: param('commentId') }),
    changes: () => NOTHING_PUBLIC,
    run: async ({ object, body: { pinned } }) => ({
      success: true as const,
      message: pinned ? 'Comment pinned.' : 'Comment unpinned.',
      comment: await pinComment(context, object, pinned),
    }),
  })
}

function likeRoutes(context: AppContext): void {
  const { db } = context

  route(context, commentsApi.like, {
    object: ({ viewer, param }) => commentToLike(db, viewer, { commentId: param('commentId') }),
    changes: () => NOTHING_PUBLIC,
    run: async ({ viewer, object, body: { liked } }) => {
      const like = await setCommentLike(context, viewer, { commentId: object.id, liked })
      return { success: true as const, message: like.liked ? 'Comment liked.' : 'Like removed.', ...like }
    },
  })

  route(context, commentsApi.mentionable, {
    object: ({ reading, viewer, param }) => findCourse(reading, viewer, { courseId: param('courseId') }),
    run: async ({ reading, viewer, object, query: { q } }) => ({
      people: await findMentionable(reading, {
        q,
        courseId: object.id,
        teacherId: object.teacher_id,
        viewerId: viewer.id,
      }),
    }),
  })
}
