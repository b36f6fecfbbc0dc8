import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { HOME, PROGRESS } from '#web/features/learning/progress/progress.queries.ts'

/** The screen does not ask again for what its loader has just read. */
const FRESH_MS = 2000

/** What a user sees first on the home page. */
export const homeOf = (call: Call, viewer: string) =>
  queryOptions({
    queryKey: [PROGRESS, HOME, viewer],
    queryFn: ({ signal }) => call('home.get', { signal }),
    staleTime: FRESH_MS,
    meta: { silent: true },
  })
