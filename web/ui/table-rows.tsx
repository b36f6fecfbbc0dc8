import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Loading } from './loading.tsx'
import { MoreRows, type Pages } from './more-rows.tsx'
import { RowSkeletons } from './skeleton.tsx'

export interface RowList extends Partial<Pages> {
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

export type TableRowsProps = {
  /** What is on its way, in the plural. */
  what: string
  list: RowList
  /** How many rows are here, and how many there are on all pages. */
  shown: number
  total?: number
  /** What to say when there are none. */
  empty: Pick<EmptyStateProps, 'drawing' | 'title' | 'help' | 'action'>
  /** A `DataTable`. */
  children: ReactNode
}

/** What stands in a `TableFrame`: rows to come, the rows and a way to more of them, or why there are none. */
export function TableRows({ what, list, shown, total = shown, empty, children }: TableRowsProps) {
  if (list.isPending) {
    return (
      <Loading what={what}>
        <RowSkeletons count={5} />
      </Loading>
    )
  }
  if (shown > 0) {
    return (
      <>
        {children}
        <MoreRows list={list} shown={shown} total={total} />
      </>
    )
  }
  if (list.isError) return <LoadFailed {...empty} small bare onRetry={list.refetch} />
  return <EmptyState small bare {...empty} />
}
