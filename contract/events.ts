import { z } from 'zod'
import { Comment } from './comments.ts'
import { Id } from './id.ts'

/**
 * The events that a watch page receives, after commit (api.md `GET /api/live`). `reset` says that events may have been
 * missed: read the course and its comments again.
 */
export const CourseEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('comment.created'), courseId: Id, comment: Comment, commentsCount: z.int() }),
  z.object({ type: z.literal('comment.updated'), courseId: Id, comment: Comment }),
  z.object({ type: z.literal('comment.removed'), courseId: Id, commentId: Id, commentsCount: z.int() }),
  z.object({ type: z.literal('likes.changed'), courseId: Id, likesCount: z.int() }),
  z.object({ type: z.literal('reset'), courseId: Id }),
])
export type CourseEvent = z.infer<typeof CourseEvent>
