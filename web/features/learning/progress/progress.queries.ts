import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'

/** The first part of every key here. */
export const PROGRESS = 'progress'
/** The second part of the key of the home page, whose cards a save changes. */
export const HOME = 'home'

export interface Place {
  playlistId: string
  courseId: string
}

/**
 * The viewer's progress in a playlist; with a course, also the watched seconds of that course. It is always read again,
 * because another device may have moved it. Pages work without it, so a failure is silent and not waited for.
 */
export const progressOf = (call: Call, viewer: string, { playlistId, courseId }: Partial<Place>) =>
  queryOptions({
    queryKey: [PROGRESS, playlistId, courseId, viewer],
    queryFn: ({ signal }) =>
      call('progress.ofPlaylist', { params: { id: playlistId ?? '' }, query: { course: courseId }, signal }),
    staleTime: 0,
    retry: false,
    meta: { silent: true },
  })
