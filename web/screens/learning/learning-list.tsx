import type { ReactNode } from 'react'
import type { ImageRef } from '#contract/media/media.ts'
import { Picture } from '#web/features/media/picture.tsx'
import { EmptyState, type EmptyStateProps } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import type { PagedList } from '#web/ui/table/show-more.tsx'
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

interface LearningRowProps {
  course: { _id: string; videoTitle: string; tutorialImage: ImageRef }
  playlist: { _id: string; title: string; category?: string }
  /** Below the title and the playlist. */
  detail?: ReactNode
  /** A control at the end. */
  action?: ReactNode
}

/** One video in a list of the learning page. The row leads to its watch page. */
export function LearningRow({ course, playlist, detail, action }: LearningRowProps) {
  return (
    <li className={styles.row}>
      <Thumb radius="xs">
        <Picture
          image={course.tutorialImage}
          sizes="148px"
          fallback={{ category: playlist.category ?? '', seed: course._id }}
        />
      </Thumb>
      <div className={styles.words}>
        <h2 dir="auto">
          <Link className={styles.link} to={`/watch-video/${playlist._id}/${course._id}`}>
            {course.videoTitle}
          </Link>
        </h2>
        <p dir="auto">{playlist.title}</p>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  )
}

export function LearningRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}
