import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call, CallReply } from '#contract/api.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useSession } from '#web/core/session.tsx'
import { useWrite } from '#web/core/use-write.ts'

export const SAVES = 'saves'

/** The saved playlists of a user, newest save first, page by page. An unknown user is 'Page Not Found'. */
export const savedPlaylistsOf = (call: Call, viewer: string, userId: string) =>
  infiniteQueryOptions({
    queryKey: [SAVES, userId, viewer],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('saves.list', {
        query: { userId, view: 'card', limit: '24', ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    throwOnError: isNotFound,
  })

/** Saves a playlist. The response replaces the user's saved list. */
export function useSavePlaylist() {
  return useSaving('saves.save', { fallback: 'Save failed' })
}

type Saved = Pick<CallReply<'saves.save'>, 'message' | 'savedPlaylists'>

/** An optimistic update that is undone if the server rejects it. */
interface SaveOptions<Context> {
  fallback?: string
  onMutate?: (playlistId: string) => Promise<Context>
  onSuccess?: (reply: { message?: string }) => void
  onError?: (error: Error, playlistId: string, context: Context | undefined) => void
}

export function useSaving<Context>(
  name: 'saves.save' | 'saves.unsave',
  { fallback, onSuccess, ...own }: SaveOptions<Context>,
) {
  const call = useCall()
  const cache = useQueryClient()
  const session = useSession()
  return useWrite({
    ...own,
    meta: { fallback },
    mutationFn: async (playlistId: string): Promise<Saved> => {
      const params = { playlistId }
      // Only the ids: a list of playlists fetches its own content.
      return name === 'saves.save' ? call(name, { params, query: { view: 'ids' } }) : call(name, { params })
    },
    onSuccess: (reply) => {
      session.update({ savedPlaylists: reply.savedPlaylists })
      onSuccess?.(reply)
      return cache.invalidateQueries({ queryKey: [SAVES] })
    },
  })
}
