import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Course } from '#contract/catalog/courses.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'

const MEMBER = 'course'

/** Every cached copy of a course, for all viewers of this tab. */
function changeCourse(cache: QueryClient, courseId: string, change: (course: Course) => Course): void {
  cache.setQueriesData<Course>(
    { queryKey: [MEMBER], predicate: ({ queryKey }) => queryKey[1] === courseId },
    (course) => course && change(course),
  )
}

/** Applies a like event of another user: it changes the number only, not the list of users. */
export function applyLikes(cache: QueryClient, courseId: string, likesCount: number): void {
  changeCourse(cache, courseId, (course) => ({ ...course, likesCount }))
}

/** Likes or unlikes at once. A failure undoes it and is only logged. */
export function useLikeCourse(courseId: string, userId: string | undefined) {
  const call = useCall()
  const cache = useQueryClient()
  return useWrite({
    meta: { logged: true, news: { kind: 'like', course: courseId } },
    mutationFn: (liked: boolean) => call('likes.like', { params: { courseId }, body: { liked } }),
    onMutate: (liked) => {
      const before = cache.getQueriesData<Course>({
        queryKey: [MEMBER],
        predicate: ({ queryKey }) => queryKey[1] === courseId,
      })
      const step = liked ? 1 : -1
      changeCourse(cache, courseId, (course) =>
        course.likes.includes(userId ?? '') === liked
          ? course
          : { ...course, likesCount: Math.max(0, course.likesCount + step) },
      )
      return { before }
    },
    onError: (_error, _liked, result) => {
      for (const [key, course] of result?.before ?? []) cache.setQueryData(key, course)
    },
    onSuccess: ({ likes, likesCount }) => {
      changeCourse(cache, courseId, (course) => ({ ...course, likes, likesCount }))
    },
  })
}
