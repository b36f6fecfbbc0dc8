import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueries,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import { APPROVAL_STATUSES } from '#contract/catalog/status-values.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { RestrictedChip } from '#web/features/catalog/visibility/visibility-chip.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import type { EmptyStateProps } from '#web/ui/feedback/empty-state.tsx'
import { ChipButton, Filters } from '#web/ui/layout/chip.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { InertIcon } from '#web/ui/navigation/icon-button.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { type Column, DataTable, type DataTableProps } from '#web/ui/table/data-table.tsx'
import filters from '#web/ui/table/table-filters.module.css'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'
import { TableSearch } from '#web/ui/table/table-search.tsx'
import {
  type ApprovalPage,
  type ApprovalRow,
  allCoursesOf,
  allPlaylistsOf,
  totalOf,
} from './approval.queries.ts'
import { Creator } from './item-facts.tsx'
import styles from './item-table.module.css'
import { type TableLinkState, type TableState, useTableState } from './table-state.ts'

const ID_SHOWN = 6

/** The end of the id, with the full id on hover. */
const ID: Column<ApprovalRow> = {
  area: 'id',
  head: 'Id',
  labelled: true,
  cell: ({ _id }) => (
    <span className={styles.id} title={_id}>
      …{_id.slice(-ID_SHOWN)}
    </span>
  ),
}
const NAME: Column<ApprovalRow> = {
  area: 'name',
  head: 'Name',
  sort: 'title',
  cell: ({ title }) => <bdi>{title}</bdi>,
}
const PLAYLIST: Column<ApprovalRow> = {
  area: 'category',
  head: 'Playlist',
  sort: 'playlist',
  cell: ({ playlist }) => <bdi>{playlist.title}</bdi>,
}
const CREATOR: Column<ApprovalRow> = {
  area: 'by',
  head: 'Creator',
  sort: 'creator',
  cell: ({ teacher }) => <Creator teacher={teacher} />,
}
const IMAGE: Column<ApprovalRow> = {
  area: 'image',
  head: 'Image',
  cell: ({ _id, image, category }) => (
    <Thumb>
      <Picture image={image} sizes="88px" fallback={{ category, seed: _id }} />
    </Thumb>
  ),
}
const STATUS: Column<ApprovalRow> = {
  area: 'status',
  head: 'Status',
  sort: 'status',
  cell: ({ status, visibility }) => (
    <span className={styles.status}>
      <Badge tone={status} />
      <RestrictedChip visibility={visibility} />
    </span>
  ),
}
const CREATED: Column<ApprovalRow> = {
  area: 'date',
  head: 'Created',
  sort: 'created',
  numeric: true,
  cell: ({ createdAt }) => createdAt.slice(0, 10),
}
const VIEW: Column<ApprovalRow> = {
  area: 'actions',
  head: 'View',
  hideHead: true,
  cell: (item) => <ViewLink item={item} />,
}
/** /admin: the delete icon has no action. */
const DELETE: Column<ApprovalRow> = {
  area: 'delete',
  head: 'Delete',
  hideHead: true,
  cell: () => <InertIcon icon="trash" size="sm" label="Delete is not available" />,
}

interface Table {
  title: string
  layout: DataTableProps<ApprovalRow>['layout']
  /** The empty state without filters. */
  none: Pick<EmptyStateProps, 'drawing' | 'title'>
  columns: Column<ApprovalRow>[]
}

type Name = 'playlists' | 'courses'

const TABLES: Record<Name, Table> = {
  playlists: {
    title: 'Playlists',
    layout: 'review',
    none: { drawing: 'playlists', title: 'No playlists yet!' },
    columns: [ID, NAME, CREATOR, IMAGE, STATUS, CREATED, VIEW, DELETE],
  },
  courses: {
    title: 'Courses',
    layout: 'videos',
    none: { drawing: 'video', title: 'No Courses yet' },
    columns: [NAME, PLAYLIST, CREATOR, IMAGE, STATUS, CREATED, VIEW],
  },
}

/** Every playlist, of every status. */
export function PlaylistTable() {
  const table = useTableState(['title', 'creator', 'status', 'created'])
  const enabled = useCurrentUser()?.isAdmin === true
  const list = useInfiniteQuery({ ...allPlaylistsOf(useCall(), table.query), enabled })
  return <ItemTable name="playlists" table={table} list={list} />
}

/** Every course, of every status. */
export function CourseTable() {
  const table = useTableState(['title', 'playlist', 'creator', 'status', 'created'])
  const enabled = useCurrentUser()?.isAdmin === true
  const list = useInfiniteQuery({ ...allCoursesOf(useCall(), table.query), enabled })
  return <ItemTable name="courses" table={table} list={list} />
}

interface ItemTableProps {
  name: Name
  table: TableState
  list: UseInfiniteQueryResult<InfiniteData<ApprovalPage>>
}

/** All items of one kind, filtered and sorted by the server. */
function ItemTable({ name, table, list }: ItemTableProps) {
  const { title, layout, none, columns } = TABLES[name]
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const heading = useRef<HTMLHeadingElement>(null)

  function showAll(): void {
    table.change({ q: '', status: '' })
    heading.current?.focus()
  }

  return (
    <TableFrame title={title} headingRef={heading} action={<StatusCounts name={name} />}>
      <TableFilters name={name} table={table} />
      <TableRows
        what={name}
        list={list}
        loaded={rows.length}
        total={list.data?.pages[0]?.total}
        empty={{
          ...none,
          ...(table.narrowed && {
            help: `None of the ${name} match.`,
            action: <Button onClick={showAll}>Show all</Button>,
          }),
        }}
      >
        <DataTable
          layout={layout}
          columns={columns}
          rows={rows}
          stale={list.isPlaceholderData}
          sort={table.sorted}
          onSort={(by, order) => table.change({ sort: by, order })}
        />
      </TableRows>
    </TableFrame>
  )
}

/** The number of items of each status. It is fetched for admins only; other users are being redirected home. */
function StatusCounts({ name }: { name: Name }) {
  const call = useCall()
  const enabled = useCurrentUser()?.isAdmin === true
  const totals = useQueries({
    queries: APPROVAL_STATUSES.map((status) => ({ ...totalOf(call, name, status), enabled })),
  })
  return (
    <ul className={styles.totals} aria-label="Totals by status">
      {APPROVAL_STATUSES.map((status, index) => (
        <li key={status}>
          <Badge tone={status} count={totals[index]?.data ?? '–'} />
        </li>
      ))}
    </ul>
  )
}

function TableFilters({ name, table }: { name: Name; table: TableState }) {
  const { status, q, change } = table
  return (
    <div className={filters.filters}>
      <TableSearch
        className={filters.search}
        plural={name}
        q={q}
        onSearch={(words) => change({ q: words })}
      />
      <Filters label="Filter by status">
        <ChipButton pressed={status === undefined} onClick={() => change({ status: '' })}>
          All
        </ChipButton>
        {APPROVAL_STATUSES.map((each) => (
          <ChipButton key={each} pressed={status === each} onClick={() => change({ status: each })}>
            <span className={styles.word}>{each}</span>
          </ChipButton>
        ))}
      </Filters>
    </div>
  )
}

/** The filter of the table travels with the link, so that the way back keeps it. */
function ViewLink({ item: { viewAddress, title } }: { item: ApprovalRow }) {
  const { search } = useLocation()
  const state: TableLinkState = { table: search }
  return (
    <LinkButton to={viewAddress} state={state} size="sm" aria-label={`View ${title}`}>
      View
    </LinkButton>
  )
}
