import { useRef } from 'react'
import { formatTime } from '#contract/format.ts'
import type { ContinueCard } from '#contract/learning/home.ts'
import {
  buttonLabel,
  cardTimeLeft,
  doneLabel,
  startOfCard,
  watchAddress,
} from '#web/features/learning/progress/learning-card.tsx'
import { StillPicture } from '#web/features/learning/progress/still-picture.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Pill } from '#web/ui/feedback/pill.tsx'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import iconButton from '#web/ui/navigation/icon-button.module.css'
import { Link } from '#web/ui/navigation/link.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { formatRelativeTime } from '#web/ui/text/format.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './continue-watching.module.css'
import { useHidePlaylist } from './use-hide-playlist.ts'

interface ContinueWatchingProps {
  viewer: string
  cards: readonly ContinueCard[]
}

/** The cards of "Continue watching": the playlist that the user watched last is large, the others are small. */
export function ContinueWatching({ viewer, cards }: ContinueWatchingProps) {
  const hide = useHidePlaylist(viewer)
  return (
    <ul className={styles.cards}>
      {cards.map((card, index) => (
        <li key={card.playlist._id}>
          <Card card={card} isLarge={index === 0} onHide={() => hide.mutate(card.playlist._id)} />
        </li>
      ))}
    </ul>
  )
}

interface CardProps {
  card: ContinueCard
  isLarge: boolean
  onHide: () => void
}

/** A small card becomes large when the one before it is removed; the focus on its menu stays. */
function Card({ card, isLarge, onHide }: CardProps) {
  const element = useRef<HTMLElement>(null)
  const { playlist, course } = card
  return (
    <article ref={element} className={isLarge ? styles.large : styles.small}>
      <Thumb radius={isLarge ? 'lg' : 'md'} className={styles.thumb}>
        {isLarge ? <StoppedPicture card={card} /> : <CoursePicture card={card} sizes="112px" />}
        {isLarge && course.durationSeconds !== null && course.atSeconds > 0 && (
          <span className={styles.pill}>
            <Pill>
              {formatTime(course.atSeconds)} of {formatTime(course.durationSeconds)}
            </Pill>
          </span>
        )}
        <ProgressLine
          className={styles.line}
          value={course.watchedSeconds}
          max={course.durationSeconds ?? 1}
        />
      </Thumb>
      <div className={styles.words}>{isLarge ? <LargeWords card={card} /> : <SmallWords card={card} />}</div>
      <div className={styles.menu}>
        <Menu
          label={`More for ${playlist.title}`}
          className={classNames(iconButton.iconButton, iconButton.sm)}
          items={[
            {
              label: 'Remove from this row',
              icon: <Icon name="eye-off" />,
              run: () => {
                neighbourOf(element.current)?.focus({ preventScroll: true })
                onHide()
              },
            },
          ]}
        >
          <Icon name="dots" />
        </Menu>
      </div>
    </article>
  )
}

function LargeWords({ card }: Pick<CardProps, 'card'>) {
  const { playlist, course } = card
  const label = buttonLabel(startOfCard(course))
  return (
    <>
      <p className={styles.source}>
        <bdi>{playlist.title}</bdi> · <bdi>{playlist.teacher.username}</bdi>
      </p>
      <h3 dir="auto">{course.videoTitle}</h3>
      <p className={styles.stopped}>
        <Stopped card={card} /> {doneLabel(card)}.
      </p>
      <LinkButton
        className={styles.button}
        to={watchAddress(card)}
        variant="primary"
        size="lg"
        aria-label={`${label}: ${course.videoTitle}`}
      >
        <Icon name="play" />
        {label}
      </LinkButton>
    </>
  )
}

function SmallWords({ card }: Pick<CardProps, 'card'>) {
  const { playlist, course } = card
  return (
    <>
      <p className={styles.playlist} dir="auto">
        {playlist.title}
      </p>
      <h3>
        <Link to={watchAddress(card)} dir="auto">
          {course.videoTitle}
        </Link>
      </h3>
      <small>{cardTimeLeft(course) ?? ' '}</small>
    </>
  )
}

/** The width of the large picture. */
const LARGE = 640

/** The second where the user stopped, at most twice as large as it is stored. */
function StoppedPicture({ card }: Pick<CardProps, 'card'>) {
  const { still } = card
  const isSharp = still && still.width * 2 >= LARGE
  return (
    <StillPicture still={isSharp ? still : null}>
      <CoursePicture card={card} sizes={`(max-width: 860px) 100vw, ${LARGE}px`} priority />
    </StillPicture>
  )
}

interface CoursePictureProps extends Pick<CardProps, 'card'> {
  sizes: string
  priority?: boolean
}

function CoursePicture({ card: { course, playlist }, sizes, priority }: CoursePictureProps) {
  return (
    <Picture
      image={course.tutorialImage}
      sizes={sizes}
      priority={priority}
      fallback={{ category: playlist.category, seed: course._id }}
    />
  )
}

/** `You stopped yesterday in “The backpack”.` */
function Stopped({ card: { at, chapter, course } }: Pick<CardProps, 'card'>) {
  return (
    <>
      You stopped <RelativeTime at={at}>{stoppedAt(at)}</RelativeTime>
      {chapter !== null && course.atSeconds > 0 && (
        <>
          {' '}
          in “<bdi>{chapter}</bdi>”
        </>
      )}
      .
    </>
  )
}

/** `just now`, `12 min ago`, `at 14:05`, `yesterday`, `on Monday`, `on 21 November` */
function stoppedAt(time: string): string {
  const said = formatRelativeTime(time)
  if (/now$|ago$|yesterday/.test(said)) return said
  return said.includes(':') ? `at ${said}` : `on ${said}`
}

/** Where the focus goes when this card disappears. */
function neighbourOf(card: HTMLElement | null): HTMLElement | null | undefined {
  const cell = card?.closest('li')
  const neighbour = cell?.nextElementSibling ?? cell?.previousElementSibling
  return neighbour ? neighbour.querySelector('button') : card?.closest('main')
}
