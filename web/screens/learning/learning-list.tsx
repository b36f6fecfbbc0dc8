import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import type { PagedList } from '#web/ui/table/next-page.ts'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import styles from './learning-list.module.css'

interface LearningListProps {
  /** What it lists, in lower case. */
  what: string
  list: {
    error: unknown
    isPending: boolean
    refetch: () => unknown
  } & PagedList
  /** How many items are loaded. */
  count: number
  empty: Pick<EmptyStateProps, 'drawing' | 'title' | 'help'>
  children: ReactNode
}

/** A list of the learning page: skeletons first, the next page on demand. */
export function LearningList({ what, list, count, empty, children }: LearningListProps) {
  if (list.isPending) {
    return (
      <Loading what={what}>
        <LineSkeletons count={6} />
      </Loading>
    )
  }
  if (list.isError && count === 0)
    return <LoadFailed drawing={empty.drawing} error={list.error} onRetry={list.refetch} />
  if (count === 0 && !list.hasNextPage) {
    return (
      <EmptyState
        {...empty}
        action={
          <LinkButton to="/courses" variant="primary">
            Browse courses
          </LinkButton>
        }
      />
    )
  }
  return (
    <section aria-label={`Your ${what}`}>
      {children}
      {list.hasNextPage && (
        <div className={styles.more}>
          <ShowMore list={list} />
        </div>
      )}
    </section>
  )
}
