import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { asOfAnother } from '#web/core/asking.ts'

/** Eight rows of three cards. */
const PAGE = '24'

/** One playlist; its owner and an admin see more of it than others, so the viewer is part of the key. */
export function playlistOf(call: Call, playlistId: string, viewer: string) {
  const queryKey = ['playlist', playlistId, viewer]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call('playlists.get', { params: { playlistId }, signal }),
    placeholderData: asOfAnother(queryKey),
  })
}

/** Public playlists, newest first, page by page; of one category or of all. */
export const publicPlaylistsOf = (call: Call, category: string) =>
  infiniteQueryOptions({
    queryKey: ['playlists', 'public', category],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const more = { ...(category && { category }), ...(pageParam && { cursor: pageParam }) }
      return call('playlists.list', { query: { status: 'approved', limit: PAGE, ...more }, signal })
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    meta: { toast: true },
  })
