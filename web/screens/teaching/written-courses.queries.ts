import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { Course } from '#contract/catalog/courses.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { coursesOf, ownCourses } from '#web/features/catalog/courses/courses.queries.ts'
import { asWritten, contentsOf } from '#web/features/review/submission/submission.queries.ts'

/**
 * The courses of an own playlist in teaching order, as their teacher last wrote them: with the versions that wait. One
 * query, so that a changed course arrives together with its waiting version.
 */
const writtenCoursesOf = (call: Call, viewer: string, playlistId: string) => {
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

/** These courses, always read again on the build screen. `courseOf` waits for them if they have not arrived. */
export function useWrittenCourses(playlistId: string) {
  const viewer = viewerKey(useCurrentUser())
  const { data: courses, refetch } = useQuery({
    ...writtenCoursesOf(useCall(), viewer, playlistId),
    refetchOnMount: 'always',
  })
  async function courseOf(id: string): Promise<Course | undefined> {
    const loaded = courses ?? (await refetch({ cancelRefetch: false })).data
    return loaded?.find(({ _id }) => _id === id)
  }
  return { courses, courseOf }
}
