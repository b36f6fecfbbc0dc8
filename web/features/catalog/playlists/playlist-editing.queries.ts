import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PlaylistCard, PlaylistDraftSent } from '#contract/catalog/playlists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { ADDING_TOAST_MS } from '#web/core/toasts.ts'
import { useReadAfterConflict } from '#web/core/use-read-after-conflict.ts'
import { useWrite } from '#web/core/use-write.ts'
import { type ChosenAudience, changeOf } from '#web/features/catalog/visibility/visibility.queries.ts'
import {
  OWN_PLAYLISTS,
  type OwnPlaylistsQuery,
  ownPlaylistsOf,
  teacherPlaylistsOf,
} from './playlists.queries.ts'

export interface PlaylistInput {
  body: PlaylistDraftSent
  /** Left out when the picture does not change. */
  image: Blob | undefined
  /** Left out when it does not change. */
  audience: ChosenAudience | undefined
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

/** The table of the logged-in user's playlists, page by page. */
export function useOwnTable(query: OwnPlaylistsQuery) {
  const user = useCurrentUser()
  return useInfiniteQuery({ ...ownPlaylistsOf(useCall(), user?._id ?? '', query), enabled: user !== null })
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

/** The fields of a new playlist. */
const audienceFields = ({ visibility, groups }: ChosenAudience) => ({
  visibility,
  ...(visibility === 'groups' && { groups: groups.join() }),
})

export function useAddPlaylist() {
  const call = useCall()
  return useWrite({
    meta: { form: true, timeout: ADDING_TOAST_MS },
    mutationFn: ({ body, image, audience }: PlaylistInput) =>
      call('playlists.create', { body: { ...body, ...(audience && audienceFields(audience)) }, image }),
    onSuccess: useInvalidatePlaylists(),
  })
}

export function useUpdatePlaylist(playlistId: string) {
  const call = useCall()
  return useWrite({
    meta: { form: true },
    // The audience first: if it is refused, nothing is saved, and the form shows why.
    mutationFn: async ({ body, image, audience }: PlaylistInput) => {
      const params = { playlistId }
      if (audience) await call('visibility.change', { params, body: changeOf(audience) })
      return call('playlists.update', { params, body, image })
    },
    onSuccess: useInvalidatePlaylists(),
    onError: useReadAfterConflict(),
  })
}

/** Copies a playlist with its courses as drafts. */
export function useDuplicate() {
  const call = useCall()
  return useWrite({
    mutationFn: (playlistId: string) => call('playlists.duplicate', { params: { playlistId } }),
    onSuccess: useInvalidatePlaylists(),
  })
}

/** Its courses go to the trash with it. */
export function useDeletePlaylist() {
  const call = useCall()
  return useWrite({
    mutationFn: ({ _id, teacher }: PlaylistCard) =>
      call('playlists.remove', { params: { playlistId: _id, teacherId: teacher._id } }),
    onSuccess: useInvalidatePlaylists(),
  })
}

/**
 * Playlists appear on many screens, so all queries are invalidated. The own playlists are refetched at once, so that no
 * table shows stale rows.
 */
function useInvalidatePlaylists() {
  const call = useCall()
  const cache = useQueryClient()
  const user = useCurrentUser()
  return async () => {
    await cache.invalidateQueries({ refetchType: 'none' })
    const { queryKey } = teacherPlaylistsOf(call, user?._id ?? '', viewerKey(user))
    await Promise.all([
      cache.refetchQueries({ queryKey }),
      cache.refetchQueries({ queryKey: OWN_PLAYLISTS, type: 'active' }),
    ])
  }
}
