import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { cursorPages } from '#web/core/query-options.ts'

/** The courses that the user likes, newest like first, page by page. */
export const likedCoursesOf = (call: Call, viewer: string) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: ['liked courses', viewer],
    queryFn: ({ pageParam, signal }) =>
      call('likes.list', { query: { limit: '24', cursor: pageParam || undefined }, signal }),
    // The watch page changes what the server answers.
    staleTime: 0,
  })
