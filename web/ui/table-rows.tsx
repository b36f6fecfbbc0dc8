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
  /** The plural noun of what is loading. */
  what: string
  list: RowList
  /** The number of loaded rows, and of rows on all pages. */
  loaded: number
  total?: number
  /** The content of the empty state. */
  empty: Pick<EmptyStateProps, 'drawing' | 'title' | 'help' | 'action'>
  /** A `DataTable`. */
  children: ReactNode
}

/** The content of a `TableFrame`: skeletons, rows with a button for more, an empty state or an error. */
export function TableRows({ what, list, loaded, total = loaded, empty, children }: TableRowsProps) {
  if (list.isPending) {
    return (
      <Loading what={what}>
        <RowSkeletons count={5} />
      </Loading>
    )
  }
  if (loaded > 0) {
    return (
      <>
        {children}
        <MoreRows list={list} loaded={loaded} total={total} />
      </>
    )
  }
  if (list.isError) return <LoadFailed {...empty} small bare onRetry={list.refetch} />
  return <EmptyState small bare {...empty} />
}
