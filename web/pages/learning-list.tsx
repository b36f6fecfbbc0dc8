import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState, type EmptyStateProps } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import type { PagedList } from '#web/ui/next-page.ts'
import { ShowMore } from '#web/ui/show-more.tsx'
import { LineSkeletons } from '#web/ui/skeleton.tsx'
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
