import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PlaylistCard, PlaylistDraft } from '#contract/playlists.ts'
import { useCall } from '#web/core/parts.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { teacherPlaylistsOf } from './playlists.queries.ts'

/** Specification section 9: most screens, and add-playlist. */
const NOTICE_MS = 6000
const ADD_NOTICE_MS = 10_000

export interface PlaylistWritten {
  body: PlaylistDraft
  /** Left out where the picture stays as it is. */
  image: Blob | undefined
}

/** The playlists of who is logged in, whatever their status, page by page. */
export function useOwnPlaylists() {
  const call = useCall()
  const user = useCurrentUser()
  return useInfiniteQuery({
    ...teacherPlaylistsOf(call, user?._id ?? '', viewerKey(user)),
    enabled: user !== null,
  })
}

/** All of them at once, to choose from: further pages follow by themselves. */
export function useAllOwnPlaylists() {
  const { data, isPending, isError, hasNextPage, isFetching, fetchNextPage } = useOwnPlaylists()
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return { isPending, playlists: data?.pages.flatMap(({ playlists }) => playlists) ?? [] }
}

export function useAddPlaylist() {
  const call = useCall()
  return useMutation({
    meta: { form: true, timeout: ADD_NOTICE_MS },
    mutationFn: (written: PlaylistWritten) => call('playlists.create', written),
    onSuccess: useFreshTable(),
  })
}

export function useUpdatePlaylist(playlistId: string) {
  const call = useCall()
  return useMutation({
    meta: { form: true, timeout: NOTICE_MS },
    mutationFn: (written: PlaylistWritten) =>
      call('playlists.update', { params: { playlistId }, ...written }),
    onSuccess: useFreshTable(),
  })
}

/** Its courses, their likes and comments, and all saves go with it. */
export function useDeletePlaylist() {
  const call = useCall()
  return useMutation({
    meta: { timeout: NOTICE_MS },
    mutationFn: ({ _id, teacher }: PlaylistCard) =>
      call('playlists.remove', { params: { playlistId: _id, teacherId: teacher._id } }),
    onSuccess: useFreshTable(),
  })
}

/**
 * A playlist is shown all over the site, so everything read before is read again when it is next needed; one's own
 * table at once, so that it never shows what is no longer true.
 */
function useFreshTable() {
  const call = useCall()
  const cache = useQueryClient()
  const user = useCurrentUser()
  return async () => {
    await cache.invalidateQueries({ refetchType: 'none' })
    const { queryKey } = teacherPlaylistsOf(call, user?._id ?? '', viewerKey(user))
    await cache.refetchQueries({ queryKey })
  }
}
