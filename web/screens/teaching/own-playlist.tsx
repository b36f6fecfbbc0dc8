import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Playlist } from '#contract/catalog/playlists.ts'
import { isNotFound } from '#web/core/api-error.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { playlistOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'

interface OwnPlaylistProps {
  /** The heading until the playlist is loaded. */
  title: string
  children: (playlist: Playlist, query: { queryKey: readonly unknown[]; refetch: () => void }) => ReactNode
}

/** Loads the own playlist that the address names, as it is on the server now. */
export function OwnPlaylist({ title, children }: OwnPlaylistProps) {
  const { playlistId = '' } = useParams()
  const user = useCurrentUser()
  const query = playlistOf(useCall(), playlistId, viewerKey(user))
  const { data, error, refetch, isPending, isFetchedAfterMount } = useQuery({
    ...query,
    enabled: user !== null,
    refetchOnMount: 'always',
  })
  const waiting = isPending || !isFetchedAfterMount
  if (!waiting && data && data.teacher._id === user?._id)
    return children(data, { queryKey: query.queryKey, refetch: () => void refetch() })
  return (
    <>
      <Crumb to="/teacher-dashboard">Your playlists</Crumb>
      {waiting && (
        <Loading what="playlist" title={title}>
          <LineSkeletons count={6} />
        </Loading>
      )}
      {!(waiting || data || isNotFound(error)) && (
        <LoadFailed drawing="playlists" level={1} error={error} onRetry={refetch} />
      )}
      {!waiting && (data !== undefined || isNotFound(error)) && (
        <EmptyState
          drawing="playlists"
          level={1}
          title="No playlists found."
          help="You can build your own playlists only."
        />
      )}
    </>
  )
}
