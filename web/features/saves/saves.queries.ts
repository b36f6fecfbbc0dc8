import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { useCall } from '#web/core/parts.tsx'
import { useSession } from '#web/core/session.tsx'

const SAVES = 'saves'

/** Somebody's saved playlists, newest save first, page by page. */
export const savedPlaylistsOf = (call: Call, viewer: string, userId: string) =>
  infiniteQueryOptions({
    queryKey: [SAVES, userId, viewer],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('saves.list', { query: { userId, limit: '24', ...(pageParam && { cursor: pageParam }) }, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** Saves a playlist; the person's saved list becomes the one the server answers (specification section 4). */
export function useSavePlaylist() {
  return useSaving('saves.save', 'Save failed')
}

/** Takes a playlist off one's own list. */
export function useUnsavePlaylist() {
  return useSaving('saves.unsave')
}

function useSaving(name: 'saves.save' | 'saves.unsave', fallback?: string) {
  const call = useCall()
  const cache = useQueryClient()
  const session = useSession()
  return useMutation({
    meta: { fallback },
    mutationFn: (playlistId: string) => call(name, { params: { playlistId } }),
    onSuccess: ({ data }) => {
      session.update({ savedPlaylists: data })
      return cache.invalidateQueries({ queryKey: [SAVES] })
    },
  })
}
