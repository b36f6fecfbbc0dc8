import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PlaylistCard, PlaylistDraftSent } from '#contract/catalog/playlists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { ADDING_TOAST_MS } from '#web/core/toasts.ts'
import { useReadAfterConflict } from '#web/core/use-read-after-conflict.ts'
import { useWrite } from '#web/core/use-write.ts'
import { teacherPlaylistsOf } from './playlists.queries.ts'

export interface PlaylistInput {
  body: PlaylistDraftSent
  /** Left out when the picture does not change. */
  image: Blob | undefined
}

/** The playlists of the logged-in user of every status, page by page. */
export function useOwnPlaylists(toastMs?: number) {
  const call = useCall()
  const user = useCurrentUser()
  return useInfiniteQuery({
    ...teacherPlaylistsOf(call, user?._id ?? '', viewerKey(user)),
    enabled: user !== null,
    meta: { toast: true, timeout: toastMs },
  })
}

/**
 * All own playlists, for a select field. Further pages load automatically; `isComplete` when the last one has. The toast
 * of a failure stays `toastMs`.
 */
export function useAllOwnPlaylists(toastMs?: number) {
  const list = useOwnPlaylists(toastMs)
  const { data, error, isPending, isError, hasNextPage, isFetching, fetchNextPage, refetch } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const playlists = data?.pages.flatMap((page) => page.playlists) ?? []
  const isComplete = !(isPending || isError || hasNextPage)
  return { error, isPending, isError, refetch, isComplete, playlists }
}

export function useAddPlaylist() {
  const call = useCall()
  return useWrite({
    meta: { form: true, timeout: ADDING_TOAST_MS },
    mutationFn: (written: PlaylistInput) => call('playlists.create', written),
    onSuccess: useInvalidatePlaylists(),
  })
}

export function useUpdatePlaylist(playlistId: string) {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    mutationFn: (written: PlaylistInput) => call('playlists.update', { params: { playlistId }, ...written }),
    onSuccess: useInvalidatePlaylists(),
    onError: useReadAfterConflict(),
  })
}

/** The server also deletes its courses, their likes and comments, and all saves. */
export function useDeletePlaylist() {
  const call = useCall()
  return useWrite({
    mutationFn: ({ _id, teacher }: PlaylistCard) =>
      call('playlists.remove', { params: { playlistId: _id, teacherId: teacher._id } }),
    onSuccess: useInvalidatePlaylists(),
  })
}

/**
 * Playlists appear on many screens, so all queries are invalidated. The table of own playlists is refetched at once, so
 * that it never shows stale rows.
 */
function useInvalidatePlaylists() {
  const call = useCall()
  const cache = useQueryClient()
  const user = useCurrentUser()
  return async () => {
    await cache.invalidateQueries({ refetchType: 'none' })
    const { queryKey } = teacherPlaylistsOf(call, user?._id ?? '', viewerKey(user))
    await cache.refetchQueries({ queryKey })
  }
}
