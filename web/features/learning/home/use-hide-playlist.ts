import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'
import { homeOf } from './home.queries.ts'

/** Removes a playlist from "Continue watching" at once; a failure brings it back. */
export function useHidePlaylist(viewer: string) {
  const call = useCall()
  const cache = useQueryClient()
  const { queryKey } = homeOf(call, viewer)
  return useWrite({
    mutationFn: (playlistId: string) =>
      call('progress.hide', { params: { id: playlistId }, body: { hidden: true } }),
    onMutate: async (playlistId) => {
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData(queryKey)
      cache.setQueryData(
        queryKey,
        (home) =>
          home && {
            ...home,
            continue: home.continue.filter(({ playlist }) => playlist._id !== playlistId),
          },
      )
      return before
    },
    onError: (_error, _playlistId, before) => {
      cache.setQueryData(queryKey, before)
    },
    // A seventh playlist takes the free place.
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  })
}
