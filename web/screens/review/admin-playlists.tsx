import { useInfiniteQuery } from '@tanstack/react-query'
import type { PlaylistCard } from '#contract/catalog/playlists.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import {
  CREATED,
  CREATOR,
  DeleteIcon,
  IdCell,
  ImageCell,
  ViewCell,
} from '#web/features/review/approval/approval-cells.tsx'
import { allPlaylistsOf } from '#web/features/review/approval/approval-table.queries.ts'
import { useTableState } from '#web/features/review/approval/use-table-state.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { AdminReview } from './admin-review.tsx'

const COLUMNS: Column<PlaylistCard>[] = [
  { area: 'id', head: 'Id', labelled: true, cell: ({ _id }) => <IdCell id={_id} /> },
  { area: 'name', head: 'Name', sort: 'title', cell: ({ title }) => <bdi>{title}</bdi> },
  CREATOR,
  {
    area: 'image',
    head: 'Image',
    cell: ({ mainPlaylistImage, category, _id }) => (
      <ImageCell image={mainPlaylistImage} category={category} seed={_id} />
    ),
  },
  {
    area: 'status',
    head: 'Status',
    sort: 'status',
    cell: ({ isPlaylistApproved }) => <Badge tone={isPlaylistApproved} />,
  },
  CREATED,
  {
    area: 'actions',
    head: 'View',
    hideHead: true,
    cell: ({ _id, title }) => <ViewCell to={`/admin/playlist-view/${_id}`} title={title} />,
  },
  { area: 'delete', head: 'Delete', hideHead: true, cell: () => <DeleteIcon /> },
]

/** Specification section 2, /admin: every playlist, of every status. */
export function Component() {
  const table = useTableState(['title', 'creator', 'status', 'created'])
  const user = useCurrentUser()
  const list = useInfiniteQuery({
    ...allPlaylistsOf(useCall(), table.query),
    enabled: user?.isAdmin === true,
  })
  return (
    <AdminReview
      plural="playlists"
      title="Playlists"
      layout="review"
      none={{ drawing: 'playlists', title: 'No playlists yet!' }}
      columns={COLUMNS}
      table={table}
      list={list}
      rows={list.data?.pages.flatMap(({ playlists }) => playlists) ?? []}
      total={list.data?.pages[0]?.total}
    />
  )
}
