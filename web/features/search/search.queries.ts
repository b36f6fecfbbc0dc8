import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { SEARCH_MAX } from '#contract/messages.ts'

const PAGE = '24'

/** As the server counts it. */
export const isTooLong = (q: string) => [...q.normalize('NFC').trim()].length > SEARCH_MAX

/** Public playlists that match, best first, page by page. A newer search cancels the older one. */
export const searchResultsOf = (call: Call, q: string) =>
  infiniteQueryOptions({
    queryKey: ['playlists', 'search', q],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('search.playlists', {
        query: { q, view: 'card', limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    meta: { toast: true },
  })

/** What is said in public videos, best first; with a playlist, only in its videos. */
export const momentsOf = (call: Call, q: string, playlistId?: string) =>
  queryOptions({
    queryKey: ['moments', playlistId ?? 'all', q],
    queryFn: async ({ signal }) =>
      (await call('search.moments', { query: { q, playlistId }, signal })).videos,
    meta: { silent: true },
  })
