// biome-ignore-all lint/a11y/noRedundantRoles: some browsers drop a table's own roles when its display changes
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type NavigationType, useNavigationType } from 'react-router'
import { classNames } from './class-names.ts'
import styles from './data-table.module.css'
import { Icon } from './icon.tsx'
import { partsOf } from './parts-of.ts'
import { isSame } from './show-same.ts'
import { useFirstFew } from './use-first-few.ts'
import { type Places, useHeights } from './use-near.ts'

export type Order = 'asc' | 'desc'

export type Column<Row> = {
  /** Where the value goes once the row is a card. */
  area: 'main' | 'image' | 'name' | 'by' | 'status' | 'category' | 'count' | 'date' | 'id' | 'actions'
  head: string
  /** The head is read aloud only. */
  hideHead?: boolean
  /** Puts the head before the value once the row is a card, where the value alone would not explain itself. */
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
  /** How a row lies once it is a card: one's own things, everybody's playlists, everybody's videos, users. */
  layout: 'teaching' | 'review' | 'videos' | 'people'
  /** Other rows are on their way: these are dimmed. */
  stale?: boolean
  sort?: { by: string; order: Order }
  onSort?: (by: string, order: Order) => void
}

/** The lowest there are, people's, below tabs and the table's own head. */
const ROW = { wide: Number.POSITIVE_INFINITY, high: 68, highOnPhone: 130, above: 280 }

const PART = 10
const places: Places = new WeakMap()

type HeadProps<Row extends Identified> = { column: Column<Row> } & Pick<
  DataTableProps<Row>,
  'sort' | 'onSort'
>

function sortState(sorted: Order | undefined) {
  if (sorted === 'asc') return { spoken: 'ascending', icon: 'chevron-up' } as const
  if (sorted === 'desc') return { spoken: 'descending', icon: 'chevron-down' } as const
  return { spoken: 'none', icon: 'selector' } as const
}

function Head<Row extends Identified>({ column, sort, onSort }: HeadProps<Row>) {
  const by = column.sort
  if (by === undefined || onSort === undefined) {
    return (
      <th role="columnheader" scope="col">
        {column.hideHead ? <span className="sr">{column.head}</span> : column.head}
      </th>
    )
  }
  const sorted = sort?.by === by ? sort.order : undefined
  const { spoken, icon } = sortState(sorted)
  return (
    <th role="columnheader" scope="col" aria-sort={spoken}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(by, sorted === 'asc' ? 'desc' : 'asc')}
      >
        {column.head}
        <Icon name={icon} size="sm" />
      </button>
    </th>
  )
}

/**
 * A table whose head stays in sight, and that turns each row into a card where the main column is narrow; what can be
 * sorted by then stands in a line above the cards. It stays one `<table>`; the roles are repeated because a changed
 * `display` would take them away.
 */
export function DataTable<Row extends Identified>({
  columns,
  rows,
  layout,
  stale = false,
  sort,
  onSort,
}: DataTableProps<Row>) {
  const shown = useFirstFew(rows, ROW)
  const type: `${NavigationType}` = useNavigationType()
  const [first] = rows
  const known = first !== undefined && places.has(first)
  const classes = classNames(styles.table, styles[layout], (type !== 'POP' || known) && styles.fresh)
  return (
    <table role="table" aria-busy={stale || undefined} className={classes}>
      <thead role="rowgroup" className={onSort && styles.sorting}>
        <tr role="row">
          {columns.map((column) => (
            <Head key={column.area} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      {partsOf(shown, PART).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is a place in the table, whatever stands there
        <Rows key={index} rows={part} columns={columns} />
      ))}
    </table>
  )
}

type RowsProps<Row extends Identified> = Pick<DataTableProps<Row>, 'columns'> & { rows: readonly Row[] }

/** Rendered again only if what it shows is other, and as high as it was where somebody comes back to it. */
function Rows<Row extends Identified>({ rows, columns }: RowsProps<Row>) {
  const same = useSame(rows)
  const body = useRef<HTMLTableSectionElement>(null)
  useHeights(body, { places, first: same[0] ?? same, each: true })
  const drawn = useMemo(
    () =>
      same.map((row) => (
        <tr key={row._id} role="row">
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
      )),
    [same, columns],
  )
  return (
    <tbody ref={body} role="rowgroup">
      {drawn}
    </tbody>
  )
}

/** The former rows as long as they are the same, though their list was made anew. */
function useSame<Row>(rows: readonly Row[]): readonly Row[] {
  const [kept, keep] = useState(rows)
  if (isSame(kept, rows)) return kept
  keep(rows)
  return rows
}
