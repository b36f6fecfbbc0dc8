import { type InfiniteData, infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { notify } from '#web/core/toasts.ts'
import { useWrite } from '#web/core/use-write.ts'

const LIKED = 'liked courses'

type Pages = InfiniteData<CallReply<'likes.list'>, string>

/** The courses that the user likes, newest like first, page by page. */
export const likedCoursesOf = (call: Call, viewer: string) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: [LIKED, viewer],
    queryFn: ({ pageParam, signal }) =>
      call('likes.list', { query: { limit: '24', cursor: pageParam || undefined }, signal }),
    // The watch page changes what the server answers.
    staleTime: 0,
  })

/** Takes a like back at once. For some seconds it can be undone, and a failure restores it. */
export function useUnlike() {
  const call = useCall()
  const cache = useQueryClient()
  const { mutate } = useWrite({
    mutationFn: ({ courseId, liked }: { courseId: string; liked: boolean }) =>
      call('likes.like', { params: { courseId }, body: { liked } }),
    onMutate: async ({ courseId, liked }) => {
      await cache.cancelQueries({ queryKey: [LIKED] })
      const before = cache.getQueriesData<Pages>({ queryKey: [LIKED] })
      if (!liked)
        cache.setQueriesData<Pages>({ queryKey: [LIKED] }, (list) => list && without(list, courseId))
      return { before }
    },
    onError: (_error, _like, result) => {
      for (const [key, list] of result?.before ?? []) cache.setQueryData(key, list)
    },
    onSuccess: (_reply, { courseId, liked }) => {
      if (!liked) {
        const action = { label: 'Undo', run: () => mutate({ courseId, liked: true }) }
        notify.success('Removed from your liked videos.', { action })
      }
      return cache.invalidateQueries({ queryKey: [LIKED] })
    },
  })
  return (courseId: string) => mutate({ courseId, liked: false })
}

const without = (list: Pages, courseId: string): Pages => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, courses: page.courses.filter(({ _id }) => _id !== courseId) })),
})
