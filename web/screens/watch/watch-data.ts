import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Course } from '#contract/catalog/courses.ts'
import type { CourseEvent } from '#contract/events.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { courseEvents } from '#web/core/live.ts'
import { useCurrentUser, useSession } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { COURSE, type CourseAddress, courseOf } from '#web/features/catalog/courses/watching.queries.ts'
import { playlistOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { applyCommentEvent, COMMENTS } from '#web/features/comments/threads.ts'
import { questionOf } from '#web/features/insight/privacy/question.queries.ts'
import { progressOf } from '#web/features/learning/progress/progress.queries.ts'
import { applyLikes } from '#web/features/reactions/likes.queries.ts'
import { settingsOf } from '#web/features/video/player/settings.queries.ts'

/** The course, its playlist and its live events. */
export function useWatchedCourse({ playlistId, courseId }: CourseAddress) {
  const call = useCall()
  const user = useCurrentUser()
  const viewer = viewerKey(user)
  const course = useQuery({
    ...courseOf(call, viewer, { playlistId, courseId }),
    enabled: user !== null,
  })
  const playlist = useQuery({
    ...playlistOf(call, playlistId, viewer),
    enabled: user !== null,
    throwOnError: false,
    meta: {},
  })
  const progress = useQuery({
    ...progressOf(call, viewer, { playlistId, courseId }),
    enabled: user !== null,
  })
  const settings = useQuery({ ...settingsOf(call, viewer), enabled: user !== null })
  const question = useQuery({ ...questionOf(call, viewer), enabled: user !== null })
  // The course waits for the playlist, which would otherwise push the comments down when it arrives; for the progress,
  // because the button says where the video continues; for the settings, because a paused history records nothing;
  // and for the question about it, which would push down what stands below the title.
  const beside = [playlist, progress, settings, question]
  const waiting = course.isPending || (course.data !== undefined && beside.some(({ isPending }) => isPending))
  const missing = missingError(course)
  const visibleCourse = waiting || missing ? undefined : course.data
  useCourseEvents(user === null ? undefined : course.data?._id)
  return { course, playlist, progress, visibleCourse, missing, waiting, viewer }
}

/** A course that was withdrawn while it was open stays in the cache, but is no longer rendered. */
function missingError({ data, error }: { data?: Course; error: Error | null }): Error | undefined {
  return error && (!data || isNotFound(error)) ? error : undefined
}

/** Applies the live events of this course while this screen is open. */
function useCourseEvents(courseId: string | undefined): void {
  const cache = useQueryClient()
  const session = useSession()
  useEffect(() => {
    if (courseId === undefined) return
    const controller = new AbortController()
    const send = (path: string, init: RequestInit) => fetch(path, init)
    const applyEvent = async (event: CourseEvent) => {
      applyCommentEvent(cache, event)
      if (event.type === 'likes.changed') applyLikes(cache, courseId, event.likesCount)
      // The next events are newer than the list that is on its way.
      if (event.type === 'reset') await cache.invalidateQueries({ queryKey: [COMMENTS, courseId] })
    }
    const listen = async () => {
      for await (const event of courseEvents({ send, session }, courseId, controller.signal))
        await applyEvent(event)
      // The server rejected the stream. The refetched course says why.
      if (!controller.signal.aborted) await cache.invalidateQueries({ queryKey: [COURSE, courseId] })
    }
    void listen()
    return () => controller.abort()
  }, [cache, courseId, session])
}
