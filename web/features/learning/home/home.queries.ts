import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useWrite } from '#web/core/use-write.ts'
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
