import { infiniteQueryOptions } from '@tanstack/react-query'
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
