import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { coursesOf, ownCourses } from '#web/features/courses/courses.queries.ts'
import { asWritten, contentsOf } from '#web/features/submission/submission.queries.ts'

/**
 * The courses of an own playlist in teaching order, as their teacher last wrote them: with the versions that wait. One
 * query, so that a changed course arrives together with its waiting version.
 */
export const writtenCoursesOf = (call: Call, viewer: string, playlistId: string) => {
  const online = coursesOf(call, viewer, playlistId)
  return queryOptions({
    queryKey: [...online.queryKey, 'written'],
    queryFn: async ({ signal }) => {
      const courses = await ownCourses(call, { viewer, playlistId, signal })
      const ids = courses.flatMap(({ waiting }) => waiting?._id ?? [])
      const contents = await contentsOf(call, { playlistId, ids, signal })
      return courses.map((course) => asWritten(course, contents.get(course.waiting?._id ?? '')))
    },
    meta: online.meta,
  })
}
