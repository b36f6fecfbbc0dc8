import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { FaultCode } from '#contract/video/player.ts'
import { useCall } from '#web/core/app-context.tsx'

export interface CourseAddress {
  playlistId: string
  courseId: string
}

/** The first element of every query key in this file. */
export const COURSE = 'course'

/** Query keys of one course. Its likes depend on the viewer, so the viewer is part of the key. */
const courseKey = (courseId: string, viewer: string) => [COURSE, courseId, viewer] as const

/** One course to watch, for logged-in users. A failure is silent. */
export const courseOf = (call: Call, viewer: string, { playlistId, courseId }: CourseAddress) =>
  queryOptions({
    queryKey: courseKey(courseId, viewer),
    queryFn: ({ signal }) => call('courses.get', { params: { playlistId, courseId }, signal }),
    meta: { silent: true },
  })

/** Requests the course again, and gives the new address of its uploaded video. */
export function useMasterAgain(viewer: string, address: CourseAddress): () => Promise<string | undefined> {
  const call = useCall()
  const cache = useQueryClient()
  return async () => {
    const { video } = await cache.fetchQuery({ ...courseOf(call, viewer, address), staleTime: 0 })
    return video?.master
  }
}

/** What the player asks of the server while somebody watches. */
export function usePlayerCalls(viewer: string, address: CourseAddress) {
  const call = useCall()
  const { courseId } = address
  return {
    onExpired: useMasterAgain(viewer, address),
    /** Tells the server that the video does not play. Whether that arrives is no concern of the viewer. */
    onFault(code: FaultCode): void {
      call('courses.fault', { params: { courseId }, body: { code } }).catch(() => undefined)
    },
  }
}
