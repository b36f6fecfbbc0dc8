import { Counter } from 'prom-client'
import { z } from 'zod'
import { authorizeResource } from '#server/auth/permissions.ts'
import { peekViewer } from '#server/auth/session.ts'
import type { AppContext } from '#server/context.ts'
import { findCourse, visibleCourse } from '#server/features/catalog/playlists/visibility.ts'
import { AppError } from '#server/http/app-error.ts'
import type { PublishedEvent } from '#server/http/live-events.ts'
import { streamRoute } from '#server/http/live-route.ts'
import { commentsToSend } from './courses.queries.ts'

const LiveQuery = z.object({ courseId: z.string({ error: 'Course is required.' }).max(64) })

/** `GET /api/live?courseId=`: streams the committed events of one course to viewers who may see it. */
export function liveRoutes(context: AppContext): void {
  const { db, events } = context
  const right = context.permissions.rowOf('live', true)
  streamRoute(context, {
    name: 'live',
    finds: true,
    async prepare({ viewer, token, query, lastEventId }) {
      const { courseId } = LiveQuery.parse(query)
      const course = await findCourse(db, viewer, { courseId })
      authorizeResource(right, viewer, course)
      const removed = await removedSince(context, { courseId, lastEventId })
      return {
        topicId: courseId,
        watch: (listener) => events.watch(courseId, listener),
        reset: { type: 'reset', courseId },
        isOutdated(missed) {
          const commentId = commentIn(missed)
          return commentId !== undefined && removed.has(commentId)
        },
        mayRead: () => maySee(db, { token, courseId }),
        concerns: ({ playlistId }) => playlistId === course.playlist_id,
      }
    },
  })
}

async function maySee(
  db: AppContext['db'],
  { token, courseId }: { token: string; courseId: string },
): Promise<boolean> {
  const viewer = await peekViewer(db, token)
  if (!viewer) return false
  return visibleCourse(db, viewer, { courseId }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )
}

function commentIn({ event }: PublishedEvent): string | undefined {
  return 'comment' in event ? event.comment._id : undefined
}

/** The missed comments that are deleted or hidden by now: their text must not be sent. */
async function removedSince(
  { db, events }: AppContext,
  { courseId, lastEventId }: { courseId: string; lastEventId: string | undefined },
): Promise<ReadonlySet<string>> {
  const missed = lastEventId === undefined ? [] : (events.since(courseId, lastEventId) ?? [])
  const missedIds = new Set(missed.flatMap((each) => commentIn(each) ?? []))
  if (missedIds.size === 0) return missedIds
  return missedIds.difference(await commentsToSend(db, [...missedIds]))
}

export type PlayerFaults = Counter<'code'>

/** Counts the videos that did not play, by the reason that the player gave. */
export function countPlayerFaults(): PlayerFaults {
  return new Counter({
    name: 'lectern_player_faults_total',
    help: 'Videos that did not play.',
    labelNames: ['code'],
    registers: [],
  })
}
