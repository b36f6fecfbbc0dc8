import type { ReactNode } from 'react'
import { formatTime } from '#contract/format.ts'
import type { PlaylistProgress, ProgressCard } from '#contract/learning/progress.ts'
import { resumeAt } from '#contract/learning/resume-at.ts'
import { ChangedChip } from '#web/features/catalog/courses/changed-chip.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import { MoreMenu } from '#web/ui/overlay/more-menu.tsx'
import { SheetStack } from '#web/ui/overlay/sheet-stack.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { CategoryLabel } from '#web/ui/text/category-label.tsx'
import { leftOf } from './course-states.ts'
import styles from './learning-card.module.css'
import { timeLeft } from './time-left.ts'

interface LearningCardProps {
  card: ProgressCard
  /** Removes the playlist from the list. */
  onHide: () => void
}

export const watchAddress = ({ playlist, course }: ProgressCard) =>
  `/watch-video/${playlist._id}/${course._id}`
/** `4 of 12 done` */
export const doneLabel = ({ playlist }: ProgressCard) =>
  `${playlist.doneCount} of ${playlist.coursesCount} done`

interface FirstLearningCardProps extends LearningCardProps {
  /** Absent until it is loaded. */
  progress: PlaylistProgress | undefined
}

/** The playlist that the user watched last: one wide card with its button. */
export function FirstLearningCard({ card, progress, onHide }: FirstLearningCardProps) {
  const { playlist, course } = card
  const start = startOfCard(course)
  return (
    <article className={styles.first}>
      <Art card={card} sizes="(max-width: 860px) 100vw, 400px" priority />
      <div className={styles.firstBody}>
        <CategoryLabel category={playlist.category} />
        <h2 dir="auto">
          <Link to={`/playlist-details/${playlist._id}`}>{playlist.title}</Link>
        </h2>
        <p className={styles.next}>
          Next: <bdi>{course.videoTitle}</bdi>
          <Left card={card} />
        </p>
        <ChangedChip changed={course.changed} />
        <div className={styles.done}>
          <p>
            <b>{doneLabel(card)}</b>
            <span>{progress && leftOf(progress, progress.rate ?? 1)}</span>
          </p>
          <ProgressLine thick value={playlist.doneCount} max={playlist.coursesCount} />
        </div>
        <LinkButton
          className={styles.button}
          to={watchAddress(card)}
          variant="primary"
          size="lg"
          aria-label={`${buttonLabel(start)}: ${course.videoTitle}`}
        >
          <Icon name="play" />
          {buttonLabel(start)}
        </LinkButton>
        <More card={card} onHide={onHide} />
      </div>
    </article>
  )
}

export const buttonLabel = (start: number) => (start > 0 ? `Continue at ${formatTime(start)}` : 'Continue')

/** A playlist that the user has started. The whole card leads to the video to continue. */
export function LearningCard({ card, onHide }: LearningCardProps) {
  const { playlist, course } = card
  return (
    <article className={styles.card}>
      <Art card={card} sizes="180px" />
      <div className={styles.body}>
        <CategoryLabel category={playlist.category} />
        <h2 dir="auto">{playlist.title}</h2>
        <p className={styles.count}>{doneLabel(card)}</p>
        <ProgressLine value={playlist.doneCount} max={playlist.coursesCount} />
        <TextLink to={watchAddress(card)} className={styles.link}>
          <span className="sr">Continue:</span> <bdi className={styles.title}>{course.videoTitle}</bdi>
          <span className={styles.left}>
            <Left card={card} />
          </span>
        </TextLink>
        <ChangedChip changed={course.changed} />
      </div>
      <More card={card} onHide={onHide} />
    </article>
  )
}

function Left({ card }: Pick<LearningCardProps, 'card'>): ReactNode {
  const left = cardTimeLeft(card.course)
  return left && <span className={styles.dotted}>{left}</span>
}

function Art({
  card,
  sizes,
  priority,
}: Pick<LearningCardProps, 'card'> & { sizes: string; priority?: boolean }) {
  const { _id, category, mainPlaylistImage } = card.playlist
  return (
    <SheetStack category={category}>
      <Thumb>
        <Picture
          image={mainPlaylistImage}
          sizes={sizes}
          priority={priority}
          fallback={{ category, seed: _id }}
        />
      </Thumb>
    </SheetStack>
  )
}

function More({ card, onHide }: LearningCardProps) {
  return (
    <div className={styles.more}>
      <MoreMenu
        name={card.playlist.title}
        items={[{ label: 'Remove from this list', icon: <Icon name="close" />, run: onHide }]}
      />
    </div>
  )
}

type Course = ProgressCard['course']

/** The second at which the course of a card continues. */
export const startOfCard = ({ atSeconds, durationSeconds, done }: Course): number =>
  done ? 0 : resumeAt(atSeconds, durationSeconds ?? 0)

/** "8 min left", or nothing while the duration is unknown. */
export const cardTimeLeft = (course: Course): string | undefined =>
  course.durationSeconds === null ? undefined : timeLeft(course.durationSeconds - startOfCard(course))
