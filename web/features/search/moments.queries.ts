import { queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'

/** What is said in public videos, best first; with a playlist, only in its videos. */
export const momentsOf = (call: Call, q: string, playlistId?: string) =>
  queryOptions({
    queryKey: ['moments', playlistId ?? 'all', q],
    queryFn: async ({ signal }) =>
      (await call('search.moments', { query: { q, playlistId }, signal })).videos,
    meta: { silent: true },
  })
