import { useInfiniteQuery } from '@tanstack/react-query'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { PlaylistPages } from '#web/features/catalog/playlists/playlist-pages.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { groupPlaylistsOf } from './groups.queries.ts'

/** The playlists that are open to a group: those that the reader finds; for an admin all, with their status. */
export function GroupPlaylists({ groupId }: { groupId: string }) {
  const me = useCurrentUser()
  const list = useInfiniteQuery(groupPlaylistsOf(useCall(), { groupId, viewer: viewerKey(me) }))
  return (
    <section aria-label="Playlists">
      <PlaylistPages
        list={list}
        playlists={list.data?.pages.flatMap((page) => page.playlists)}
        empty={
          <EmptyState
            drawing="playlists"
            title="No playlists yet."
            help="A teacher of the group can show a playlist to it."
          />
        }
        detailOf={({ isPlaylistApproved: status }) => status !== 'approved' && <Badge tone={status} />}
      />
    </section>
  )
}
