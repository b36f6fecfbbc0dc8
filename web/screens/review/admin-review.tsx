import { useRef } from 'react'
import { StatusCounts } from '#web/features/review/approval/status-counts.tsx'
import { TableFilters } from '#web/features/review/approval/table-filters.tsx'
import type { TableState } from '#web/features/review/approval/use-table-state.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import type { EmptyStateProps } from '#web/ui/feedback/empty-state.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { TableFrame } from '#web/ui/table/table-frame.tsx'
import type { RowList } from '#web/ui/table/table-rows.tsx'
import { TableRows } from '#web/ui/table/table-rows.tsx'

interface AdminReviewProps<Row> {
  plural: 'playlists' | 'courses'
  title: string
  layout: 'review' | 'videos'
  /** The empty state without filters. */
  none: Pick<EmptyStateProps, 'drawing' | 'title'>
  columns: Column<Row>[]
  table: TableState
  list: RowList & { isPlaceholderData: boolean }
  rows: Row[]
  total: number | undefined
}

/** Specification section 2, admin area: all items of one kind and every status, filtered and sorted by the server. */
export function AdminReview<Row extends { _id: string }>({
  plural: of,
  table,
  list,
  rows,
  ...rest
}: AdminReviewProps<Row>) {
  const { title, layout, none, columns, total } = rest
  const heading = useRef<HTMLHeadingElement>(null)

  function showAll(): void {
    table.change({ q: '', status: '' })
    heading.current?.focus()
  }

  return (
    <>
      <ScreenTitle screen={`Admin ${of}`} unlisted />
      <TableFrame title={title} headingRef={heading} action={<StatusCounts of={`${of}.list`} />}>
        <TableFilters plural={of} status={table.status} q={table.q} onChange={table.change} />
        <TableRows
          what={of}
          list={list}
          loaded={rows.length}
          total={total}
          empty={{
            ...none,
            ...(table.narrowed && {
              help: `None of the ${of} match.`,
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
    </>
  )
}
