import { useInfiniteQuery } from '@tanstack/react-query'
import type { Course } from '#contract/courses.ts'
import { useCall } from '#web/core/parts.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { CreatorCell, IdCell, ImageCell, ViewCell } from '#web/features/approval/approval-cells.tsx'
import { allCoursesOf } from '#web/features/approval/approval-table.queries.ts'
import { ApprovalTable } from '#web/features/approval/approval-table.tsx'
import { StatusTallies } from '#web/features/approval/status-tallies.tsx'
import { TableFilters } from '#web/features/approval/table-filters.tsx'
import { useTableState } from '#web/features/approval/use-table-state.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TableFrame } from '#web/ui/table-frame.tsx'

const COLUMNS: Column<Course>[] = [
  { area: 'id', head: 'Id', labelled: true, cell: ({ _id }) => <IdCell id={_id} /> },
  {
    area: 'image',
    head: 'Image',
    cell: ({ tutorialImage, _id }) => <ImageCell image={tutorialImage} category="" seed={_id} />,
  },
  { area: 'name', head: 'Name', sort: 'title', cell: ({ videoTitle }) => <b>{videoTitle}</b> },
  { area: 'category', head: 'Playlist', sort: 'playlist', cell: ({ playlist }) => playlist.title },
  { area: 'by', head: 'Creator', sort: 'creator', cell: ({ teacher }) => <CreatorCell teacher={teacher} /> },
  {
    area: 'status',
    head: 'Status',
    sort: 'status',
    cell: ({ isCourseApproved }) => <Badge tone={isCourseApproved} />,
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
    cell: ({ _id, videoTitle, playlist }) => (
      <ViewCell to={`/admin/course-view/${playlist._id}/${_id}`} title={videoTitle} />
    ),
  },
]

/** Specification section 2, /admin/courses-admin: every course, of every status. */
export function Component() {
  const { status, q, sorted, query, change } = useTableState([
    'title',
    'playlist',
    'creator',
    'status',
    'created',
  ])
  const user = useCurrentUser()
  const list = useInfiniteQuery({ ...allCoursesOf(useCall(), query), enabled: user?.isAdmin === true })
  return (
    <>
      <ScreenTitle screen="Admin courses" unlisted />
      <TableFrame title="Courses" action={<StatusTallies of="courses.list" />}>
        <TableFilters of="courses" status={status} q={q} onChange={change} />
        <ApprovalTable
          what="courses"
          list={list}
          columns={COLUMNS}
          rows={list.data?.pages.flatMap(({ courses }) => courses) ?? []}
          keyOf={({ _id }) => _id}
          sorted={sorted}
          onSort={(by, order) => change({ sort: by, order })}
          empty={<EmptyState drawing="video" small bare title="No Courses yet" />}
        />
      </TableFrame>
    </>
  )
}
