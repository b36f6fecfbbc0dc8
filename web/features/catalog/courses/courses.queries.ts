import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { Course, CourseChangeSent, CourseDraftSent } from '#contract/catalog/courses.ts'
import { ApiError } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useSession } from '#web/core/session.tsx'
import { ADDING_TOAST_MS } from '#web/core/toasts.ts'
import { useReadAfterConflict } from '#web/core/use-read-after-conflict.ts'
import { useWrite } from '#web/core/use-write.ts'
import type { CourseAddress } from './watching.queries.ts'

/** The largest page of the server. `call` reads all pages. */
const PAGE = '200'
const COURSES = 'courses'

/** The courses of a playlist in teaching order, all of them for its teacher. */
export const coursesOf = (call: Call, viewer: string, playlistId: string) =>
  queryOptions({
    queryKey: [COURSES, 'of', playlistId, viewer],
    queryFn: ({ signal }) => ownCourses(call, { viewer, playlistId, signal }),
    meta: { toast: true },
  })

interface CoursesOf {
  viewer: string
  playlistId: string
  signal: AbortSignal
}

/** The same, without the cache. */
export function ownCourses(call: Call, { viewer, playlistId, signal }: CoursesOf): Promise<Course[]> {
  const query = { teacherId: viewer, limit: PAGE }
  return call('courses.ofPlaylist', { params: { playlistId }, query, signal })
}

interface Added {
  playlistId: string
  body: CourseDraftSent
  image: Blob | undefined
}

export function useAddCourse() {
  const call = useCall()
  return useWrite({
    meta: { form: true, timeout: ADDING_TOAST_MS },
    mutationFn: ({ playlistId, body, image }: Added) =>
      call('courses.create', { params: { playlistId }, body: { ...body, playlistId }, image }),
    onSuccess: useInvalidateCourses(),
  })
}

interface Changed {
  body: CourseChangeSent
  /** Left out when the picture does not change. */
  image: Blob | undefined
}

/** Nothing is sent without a token: 'No token found. Please log in again.'. */
export function useUpdateCourse({ playlistId, courseId }: CourseAddress) {
  const call = useCall()
  const session = useSession()
  return useWrite({
    meta: { form: true },
    mutationFn: (changed: Changed) => {
      if (!session.current()?.token) throw noToken()
      return call('courses.update', { params: { playlistId, courseId }, ...changed })
    },
    onSuccess: useInvalidateCourses(),
    onError: useReadAfterConflict(),
  })
}

const noToken = () =>
  new ApiError({ status: 401, code: 'no_token', message: 'No token found. Please log in again.' })

export function useDeleteCourse() {
  const call = useCall()
  return useWrite({
    mutationFn: ({ _id, playlist }: Course) =>
      call('courses.remove', { params: { playlistId: playlist._id, courseId: _id } }),
    onSuccess: useInvalidateCourses(),
  })
}

/** Invalidates all queries, and refetches the tables of courses at once. */
export function useInvalidateCourses() {
  const cache = useQueryClient()
  return async () => {
    await cache.invalidateQueries({ refetchType: 'none' })
    await cache.refetchQueries({ queryKey: [COURSES, 'of'] })
  }
}
