import { z } from 'zod'
import { Comment } from './comments/comments.ts'
import { Id } from './id.ts'
import { ImportEvent } from './people/imports.ts'
import { VideoEvent } from './video/uploads.ts'
import { LinksEvent } from './video-links/video-links.ts'

/**
 * The events that a watch page receives, after commit. `reset` says that events may have been missed: read the course and
 * its comments again.
 */
export const CourseEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('comment.created'), courseId: Id, comment: Comment, commentsCount: z.int() }),
  z.object({ type: z.literal('comment.updated'), courseId: Id, comment: Comment }),
  z.object({ type: z.literal('comment.removed'), courseId: Id, commentId: Id, commentsCount: z.int() }),
  z.object({ type: z.literal('comment.liked'), courseId: Id, commentId: Id, likesCount: z.int() }),
  z.object({ type: z.literal('likes.changed'), courseId: Id, likesCount: z.int() }),
  z.object({ type: z.literal('reset'), courseId: Id }),
])
export type CourseEvent = z.infer<typeof CourseEvent>

/**
 * The events that users receive about their own work, after commit (`GET /api/live/me`). `reset` says that events may have
 * been missed: read again what the screen shows.
 */
export const UserEvent = z.discriminatedUnion('type', [
  LinksEvent,
  VideoEvent,
  ImportEvent,
  /** A revision changed: its owner and the admins hear of it. */
  z.object({
    type: z.literal('review'),
    subject: z.object({ kind: z.enum(['playlist', 'course']), _id: Id }),
    playlistId: Id,
    revision: z.object({ _id: Id, number: z.int(), state: z.string() }),
  }),
  /** The caller has a new notification, or read some elsewhere. */
  z.object({ type: z.literal('notifications') }),
  z.object({ type: z.literal('reset') }),
])
export type UserEvent = z.infer<typeof UserEvent>
