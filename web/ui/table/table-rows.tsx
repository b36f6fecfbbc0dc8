import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { RowSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { MoreRows } from './more-rows.tsx'
import type { PagedList } from './show-more.tsx'

interface WholeList {
  isPending: boolean
  isError: boolean
  refetch: () => unknown
}

/** A list that is read at once or page by page. */
export type RowList = WholeList | (WholeList & PagedList)

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
        {'fetchNextPage' in list && <MoreRows list={list} loaded={loaded} total={total} />}
      </>
    )
  }
  if (list.isError) return <LoadFailed {...empty} small bare onRetry={list.refetch} />
  return <EmptyState small bare {...empty} />
}
