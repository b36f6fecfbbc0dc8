import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '#contract/api.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { SAVES, useSaving } from './saves.queries.ts'

/** Removes a playlist from the user's list at once, and restores it if the server rejects that. */
export function useUnsavePlaylist() {
  const cache = useQueryClient()
  return useSaving('saves.unsave', {
    onMutate: async (playlistId: string) => {
      await cache.cancelQueries({ queryKey: [SAVES] })
      const before = cache.getQueriesData<SavedPages>({ queryKey: [SAVES] })
      cache.setQueriesData<SavedPages>({ queryKey: [SAVES] }, (saved) => saved && without(saved, playlistId))
      return { before }
    },
    onSuccess: ({ message = '' }) => notify.success(message, { timeout: SCREEN_TOAST_MS }),
    onError: (_error, _playlistId, context) => {
      for (const [key, saved] of context?.before ?? []) cache.setQueryData(key, saved)
    },
  })
}

type SavedPages = InfiniteData<CallReply<'saves.list'>, string>

const without = (saved: SavedPages, playlistId: string): SavedPages => ({
  ...saved,
  pages: saved.pages.map((page) => ({ ...page, data: page.data.filter(({ _id }) => _id !== playlistId) })),
})
