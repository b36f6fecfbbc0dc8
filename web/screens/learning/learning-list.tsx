import type { ReactNode } from 'react'
import { formatTime } from '#contract/format.ts'
import type { ImageRef } from '#contract/media/media.ts'
import type { Still } from '#contract/video/video.ts'
import { StillPicture } from '#web/features/learning/progress/still-picture.tsx'
import { ThisWeek } from '#web/features/learning/progress/this-week.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { EmptyState, type EmptyStateProps } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Pill } from '#web/ui/feedback/pill.tsx'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
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
  course: {
    _id: string
    videoTitle: string
    tutorialImage: ImageRef
    durationSeconds?: number | null | undefined
  }
  playlist: { _id: string; title: string; category?: string }
  /** Whose video it is. */
  teacher?: string | undefined
  /** The second at which the user stopped, instead of the picture. */
  still?: Still | null
  /** The seconds that are watched, as a line below the picture. */
  watched?: number
  /** The level of the title, one below the heading of the list. */
  level?: 2 | 4
  /** Below the title and the playlist. Its links are `styles.rowLink`. */
  detail?: ReactNode
  /** A control at the end. */
  action?: ReactNode
}

/** One video in a list of the learning page. The row leads to its watch page. */
export function LearningRow({
  course,
  playlist,
  teacher,
  level = 2,
  detail,
  action,
  ...art
}: LearningRowProps) {
  const Title = `h${level}` as const
  return (
    <li className={styles.row}>
      <RowPicture course={course} category={playlist.category} {...art} />
      <div className={styles.words}>
        <Title dir="auto">
          <Link className={styles.link} to={watchAddress(playlist, course)}>
            {course.videoTitle}
          </Link>
        </Title>
        <p>
          <bdi>{playlist.title}</bdi>
          {teacher !== undefined && (
            <>
              {' · '}
              <bdi>{teacher}</bdi>
            </>
          )}
        </p>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  )
}

type Named = { _id: string }

const watchAddress = (playlist: Named, course: Named) => `/watch-video/${playlist._id}/${course._id}`

interface RowPictureProps extends Pick<LearningRowProps, 'course' | 'still' | 'watched'> {
  category: string | undefined
}

function RowPicture({ course, category = '', still, watched }: RowPictureProps) {
  const { _id, tutorialImage, durationSeconds } = course
  return (
    <div className={styles.art}>
      <Thumb radius="xs">
        <StillPicture still={still}>
          <Picture image={tutorialImage} sizes="128px" fallback={{ category, seed: _id }} />
        </StillPicture>
        {durationSeconds != null && watched !== undefined && (
          <ProgressLine className={styles.watched} value={watched} max={durationSeconds} />
        )}
      </Thumb>
      {durationSeconds != null && (
        <span className={styles.duration}>
          <Pill>{formatTime(durationSeconds)}</Pill>
        </span>
      )}
    </div>
  )
}

/** A link of a row besides that of its title: to the same page, said in other words. */
export function RowLink({
  course,
  playlist,
  children,
}: Pick<LearningRowProps, 'course' | 'playlist'> & { children: string }) {
  return (
    <Link
      className={styles.rowLink}
      to={watchAddress(playlist, course)}
      aria-label={`${children}: ${course.videoTitle}`}
    >
      {children}
    </Link>
  )
}

/** Leads to what the user keeps of a playlist that is done. */
export function FinishedLink({ playlist: { _id, title } }: { playlist: { _id: string; title: string } }) {
  return (
    <Link className={styles.rowLink} to={`/learning/finished/${_id}`} aria-label={`What you keep: ${title}`}>
      What you keep
    </Link>
  )
}

export function LearningRows({ children }: { children: ReactNode }) {
  return <ul>{children}</ul>
}

interface LearningTabProps extends LearningListProps {
  screen: string
  /** Stands above the list. */
  head?: ReactNode
}

/** A tab of My learning: its list at a width that reads well, and beside it what was watched this week. */
export function LearningTab({ screen, head, ...list }: LearningTabProps) {
  return (
    <div className={styles.columns}>
      <div>
        <ScreenTitle screen={screen} unlisted />
        {head}
        <LearningList {...list} />
      </div>
      <ThisWeek />
    </div>
  )
}
