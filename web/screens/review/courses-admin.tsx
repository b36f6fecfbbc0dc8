import { useInfiniteQuery } from '@tanstack/react-query'
import type { Course } from '#contract/catalog/courses.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { CREATED, CREATOR, ImageCell, ViewCell } from '#web/features/review/approval/approval-cells.tsx'
import { allCoursesOf } from '#web/features/review/approval/approval-table.queries.ts'
import { useTableState } from '#web/features/review/approval/use-table-state.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { AdminReview } from './admin-review.tsx'

const COLUMNS: Column<Course>[] = [
  { area: 'name', head: 'Name', sort: 'title', cell: ({ videoTitle }) => <bdi>{videoTitle}</bdi> },
  {
    area: 'category',
    head: 'Playlist',
    sort: 'playlist',
    cell: ({ playlist }) => <bdi>{playlist.title}</bdi>,
  },
  CREATOR,
  {
    area: 'image',
    head: 'Image',
    cell: ({ tutorialImage, _id }) => <ImageCell image={tutorialImage} category="" seed={_id} />,
  },
  {
    area: 'status',
    head: 'Status',
    sort: 'status',
    cell: ({ isCourseApproved }) => <Badge tone={isCourseApproved} />,
  },
  CREATED,
  {
    area: 'actions',
    head: 'View',
    hideHead: true,
    cell: ({ _id, videoTitle, playlist }) => (
      <ViewCell to={`/admin/course-view/${playlist._id}/${_id}`} title={videoTitle} />
    ),
  },
]

/** Specification section 2, /admin/courses-admin: every course, of every status. */
export function Component() {
  const table = useTableState(['title', 'playlist', 'creator', 'status', 'created'])
  const user = useCurrentUser()
  const list = useInfiniteQuery({ ...allCoursesOf(useCall(), table.query), enabled: user?.isAdmin === true })
  return (
    <AdminReview
      plural="courses"
      title="Courses"
      layout="videos"
      none={{ drawing: 'video', title: 'No Courses yet' }}
      columns={COLUMNS}
      table={table}
      list={list}
      rows={list.data?.pages.flatMap(({ courses }) => courses) ?? []}
      total={list.data?.pages[0]?.total}
    />
  )
}
