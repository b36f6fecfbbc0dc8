import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'

export interface CourseAddress {
  playlistId: string
  courseId: string
}

/** The first part of every key here. */
export const COURSE = 'course'

/** Keys of one course's answers; likes in it are the viewer's business, so the viewer is part of the key. */
const courseKey = (courseId: string, viewer: string) => [COURSE, courseId, viewer] as const

/** One course to watch; only the logged in are answered. A failure is silent (specification section 7). */
export const courseOf = (call: Call, viewer: string, { playlistId, courseId }: CourseAddress) =>
  queryOptions({
    queryKey: courseKey(courseId, viewer),
    queryFn: ({ signal }) => call('courses.get', { params: { playlistId, courseId }, signal }),
    meta: { silent: true },
  })
