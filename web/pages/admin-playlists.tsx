import { useInfiniteQuery } from '@tanstack/react-query'
import type { PlaylistCard } from '#contract/playlists.ts'
import { useCall } from '#web/core/parts.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import {
  CreatorCell,
  DeleteIcon,
  IdCell,
  ImageCell,
  ViewCell,
} from '#web/features/approval/approval-cells.tsx'
import { allPlaylistsOf } from '#web/features/approval/approval-table.queries.ts'
import { ApprovalTable } from '#web/features/approval/approval-table.tsx'
import { StatusTallies } from '#web/features/approval/status-tallies.tsx'
import { TableFilters } from '#web/features/approval/table-filters.tsx'
import { useTableState } from '#web/features/approval/use-table-state.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

const COLUMNS: Column<PlaylistCard>[] = [
  { area: 'id', head: 'Id', labelled: true, cell: ({ _id }) => <IdCell id={_id} /> },
  {
    area: 'image',
    head: 'Image',
    cell: ({ mainPlaylistImage, category, _id }) => (
      <ImageCell image={mainPlaylistImage} category={category} seed={_id} />
    ),
  },
  { area: 'name', head: 'Name', sort: 'title', cell: ({ title }) => <b>{title}</b> },
  { area: 'by', head: 'Creator', sort: 'creator', cell: ({ teacher }) => <CreatorCell teacher={teacher} /> },
  {
    area: 'status',
    head: 'Status',
    sort: 'status',
    cell: ({ isPlaylistApproved }) => <Badge tone={isPlaylistApproved} />,
  },
  {
    area: 'date',
    head: 'Created',
    sort: 'created',
    numeric: true,
    cell: ({ createdAt }) => createdAt.slice(0, 10),
  },
  {
    area: 'actions',
    head: 'Actions',
    hideHead: true,
    cell: ({ _id, title }) => (
      <ViewCell to={`/admin/playlist-view/${_id}`} title={title}>
        <DeleteIcon />
      </ViewCell>
    ),
  },
]

/** Specification section 2, /admin: every playlist, of every status. */
export function Component() {
  const { status, q, sorted, query, change } = useTableState(['title', 'creator', 'status', 'created'])
  const user = useCurrentUser()
  const list = useInfiniteQuery({ ...allPlaylistsOf(useCall(), query), enabled: user?.isAdmin === true })
  return (
    <>
      <ScreenTitle screen="Admin playlists" unlisted />
      <TableFrame title="Playlists" action={<StatusTallies of="playlists.list" />}>
        <TableFilters of="playlists" status={status} q={q} onChange={change} />
        <ApprovalTable
          what="playlists"
          list={list}
          columns={COLUMNS}
          rows={list.data?.pages.flatMap(({ playlists }) => playlists) ?? []}
          keyOf={({ _id }) => _id}
          sorted={sorted}
          onSort={(by, order) => change({ sort: by, order })}
          empty={<EmptyState drawing="playlists" small bare title="No playlists yet!" />}
        />
      </TableFrame>
    </>
  )
}
