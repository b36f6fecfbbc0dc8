// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop a table's own roles when its display changes

import { type ReactNode, useMemo } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './data-table.module.css'

export type Order = 'asc' | 'desc'

export type Column<Row> = {
  /** The grid area of the value when the row is rendered as a card. */
  area:
    | 'main'
    | 'image'
    | 'name'
    | 'by'
    | 'status'
    | 'category'
    | 'count'
    | 'date'
    | 'id'
    | 'actions'
    | 'delete'
  head: string
  /** The head is visible only to screen readers. */
  hideHead?: boolean
  /** Shows the head before the value in a card, where the value alone would be unclear. */
  labelled?: boolean
  numeric?: boolean
  /** The name this column sorts by. */
  sort?: string
  cell: (row: Row) => ReactNode
}

interface Identified {
  _id: string
}

export type DataTableProps<Row extends Identified> = {
  columns: Column<Row>[]
  rows: Row[]
  /** The card layout of a row: own playlists or courses, playlists to review, videos to review, users, everybody, members and groups, the trash, figures of playlists, learners. */
  layout:
    | 'teaching'
    | 'review'
    | 'videos'
    | 'users'
    | 'people'
    | 'members'
    | 'groups'
    | 'trash'
    | 'figures'
    | 'learners'
  /** New rows are loading, so these are dimmed. */
  stale?: boolean
  sort?: { by: string; order: Order }
  onSort?: (by: string, order: Order) => void
}

type HeadProps<Row extends Identified> = { column: Column<Row> } & Pick<
  DataTableProps<Row>,
  'sort' | 'onSort'
>

function sortState(sorted: Order | undefined) {
  if (sorted === 'asc') return { ariaSort: 'ascending', icon: 'chevron-up' } as const
  if (sorted === 'desc') return { ariaSort: 'descending', icon: 'chevron-down' } as const
  return { ariaSort: 'none', icon: 'selector' } as const
}

function Head<Row extends Identified>({ column, sort, onSort }: HeadProps<Row>) {
  const sortKey = column.sort
  if (sortKey === undefined || onSort === undefined) {
    return (
      <th role="columnheader" scope="col">
        {column.hideHead ? <span className="sr">{column.head}</span> : column.head}
      </th>
    )
  }
  const sorted = sort?.by === sortKey ? sort.order : undefined
  const { ariaSort, icon } = sortState(sorted)
  return (
    <th role="columnheader" scope="col" aria-sort={ariaSort}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(sortKey, sorted === 'asc' ? 'desc' : 'asc')}
      >
        {column.head}
        <Icon name={icon} size="sm" />
      </button>
    </th>
  )
}

/**
 * A table with a sticky head. In a narrow main column each row becomes a card, with the sort buttons in a line above the
 * cards. It stays one `<table>`; the roles are repeated because a changed `display` would remove them.
 */
export function DataTable<Row extends Identified>({
  columns,
  rows,
  layout,
  stale = false,
  sort,
  onSort,
}: DataTableProps<Row>) {
  return (
    <table role="table" aria-busy={stale || undefined} className={classNames(styles.table, styles[layout])}>
      <thead role="rowgroup" className={onSort && styles.sorting}>
        <tr role="row">
          {columns.map((column) => (
            <Head key={column.area} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <TableRow key={row._id} row={row} columns={columns} />
        ))}
      </tbody>
    </table>
  )
}

type TableRowProps<Row extends Identified> = Pick<DataTableProps<Row>, 'columns'> & { row: Row }

/** It renders again only when its row changes. */
function TableRow<Row extends Identified>({ row, columns }: TableRowProps<Row>) {
  return useMemo(
    () => (
      <tr role="row">
        {columns.map(({ area, head, labelled, numeric, cell }) => (
          <td
            key={area}
            role="cell"
            className={classNames(styles[area], numeric && styles.numeric)}
            data-label={labelled ? head : undefined}
          >
            {cell(row)}
          </td>
        ))}
      </tr>
    ),
    [row, columns],
  )
}
