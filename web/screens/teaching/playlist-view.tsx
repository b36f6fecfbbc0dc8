import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { playlistOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { useSetPlaylistStatus } from '#web/features/review/approval/approval.queries.ts'
import { CreatorCell } from '#web/features/review/approval/approval-cells.tsx'
import { Reviewed } from '#web/features/review/approval/reviewed.tsx'
import { StatusForm } from '#web/features/review/approval/status-form.tsx'
import { useTableSearch } from '#web/features/review/approval/table-link.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { ReviewAround } from '#web/screens/review/review-around.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons, PictureSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'

/** Specification section 2, /admin/playlist-view/{playlistId}: the playlist, its status form, and what waits with it. */
export function Component() {
  const { playlistId = '' } = useParams()
  const user = useCurrentUser()
  const playlist = useQuery({
    ...playlistOf(useCall(), playlistId, viewerKey(user)),
    enabled: user?.isAdmin === true,
  })
  const data = playlist.data
  const table = useTableSearch()
  const setStatus = useSetPlaylistStatus(playlistId, data && { ...data, status: data.isPlaylistApproved })
  return (
    <>
      <ScreenTitle screen={data?.title ?? 'Playlist'} unlisted />
      <Crumb to={`/admin${table}`}>All playlists</Crumb>
      {playlist.isPending && (
        <Loading what="playlist" title="Playlist">
          <Split>
            <PictureSkeleton />
            <LineSkeletons count={4} />
          </Split>
        </Loading>
      )}
      {playlist.isError && <EmptyState drawing="playlists" title="No playlist found." />}
      {data && (
        <ReviewAround
          kind="playlist"
          current={playlistId}
          playlist={data}
          table={table}
          details={
            <Reviewed
              image={data.mainPlaylistImage}
              category={data.category}
              seed={data._id}
              title={data.title}
              description={data.description}
              details={[
                { term: 'Creator', description: <CreatorCell teacher={data.teacher} /> },
                { term: 'Created', description: data.createdAt.slice(0, 10) },
                { term: 'Videos', description: `${data.coursesCount} submitted` },
                { term: 'Playlist id', description: <code className="mono">{data._id}</code> },
              ]}
            />
          }
          form={
            <StatusForm
              status={data.isPlaylistApproved}
              waiting={data.waiting}
              busy={setStatus.isPending}
              rejection={setStatus.rejection}
              onReload={setStatus.reload}
              onUpdate={setStatus.set}
            />
          }
        />
      )}
    </>
  )
}
