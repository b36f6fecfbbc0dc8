import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'

/** The first part of every key here. */
export const CATEGORIES = 'categories'

/** All categories by title; the same for everybody. */
export const categoriesOf = (call: Call) =>
  queryOptions({
    queryKey: [CATEGORIES],
    queryFn: ({ signal }) => call('categories.list', { signal }),
    meta: { toast: true },
  })
