import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable, type Order } from '#web/ui/data-table.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { RowSkeletons } from '#web/ui/skeleton.tsx'
import styles from './approval-table.module.css'

interface ApprovalTableProps<Row> {
  what: string
  list: {
    isPending: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  sorted: { by: string; order: Order } | undefined
  onSort: (by: string, order: Order) => void
  empty: ReactNode
}

/** One page of rows after the other, sorted by the server. */
export function ApprovalTable<Row>({ what, list, empty, sorted, ...table }: ApprovalTableProps<Row>) {
  if (list.isPending) {
    return (
      <Loading what={what}>
        <RowSkeletons count={5} />
      </Loading>
    )
  }
  if (table.rows.length === 0) return empty
  return (
    <>
      <DataTable {...table} sort={sorted} layout="review" />
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
