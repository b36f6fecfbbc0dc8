import { type RefObject, useRef } from 'react'
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
import { formatAgo } from '#web/ui/text/format.ts'
import styles from './continue-watching.module.css'
import { useHidePlaylist } from './home.queries.ts'

interface ContinueWatchingProps {
  viewer: string
  cards: readonly ContinueCard[]
}

/** The cards of "Continue watching": the playlist that the user watched last is large, the others are small. */
export function ContinueWatching({ viewer, cards }: ContinueWatchingProps) {
  const hide = useHidePlaylist(viewer)
  return (
    <ul className={styles.cards}>
      {cards.map((card, index) => {
        const Card = index === 0 ? LargeCard : SmallCard
        return (
          <li key={card.playlist._id}>
            <Card card={card} onHide={() => hide.mutate(card.playlist._id)} />
          </li>
        )
      })}
    </ul>
  )
}

interface CardProps {
  card: ContinueCard
  onHide: () => void
}

function LargeCard({ card, onHide }: CardProps) {
  const element = useRef<HTMLElement>(null)
  const { playlist, course } = card
  const label = buttonLabel(startOfCard(course))
  return (
    <article ref={element} className={styles.large}>
      <Thumb radius="lg" className={styles.thumb}>
        <StoppedPicture card={card} />
        {course.durationSeconds !== null && course.atSeconds > 0 && (
          <span className={styles.pill}>
            <Pill>
              {formatTime(course.atSeconds)} of {formatTime(course.durationSeconds)}
            </Pill>
          </span>
        )}
        <Watched course={course} />
      </Thumb>
      <div className={styles.words}>
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
      </div>
      <More card={card} element={element} onHide={onHide} />
    </article>
  )
}

/** The width of the large picture. */
const LARGE = 640

/** The second where the user stopped, at most twice as large as it is stored. */
function StoppedPicture({ card: { still, course, playlist } }: Pick<CardProps, 'card'>) {
  const isSharp = still && still.width * 2 >= LARGE
  return (
    <StillPicture still={isSharp ? still : null}>
      <Picture
        image={course.tutorialImage}
        sizes={`(max-width: 860px) 100vw, ${LARGE}px`}
        priority
        fallback={{ category: playlist.category, seed: course._id }}
      />
    </StillPicture>
  )
}

/** `You stopped yesterday in “The backpack”.` */
function Stopped({ card: { at, chapter, course } }: Pick<CardProps, 'card'>) {
  return (
    <>
      You stopped{' '}
      <time dateTime={at}>{stoppedAt(at)}</time>
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

/** `now`, `12 min ago`, `yesterday`, `on 21 Nov` */
function stoppedAt(time: string): string {
  const ago = formatAgo(time)
  return /now$|ago$|yesterday/.test(ago) ? ago : `on ${ago}`
}

function SmallCard({ card, onHide }: CardProps) {
  const element = useRef<HTMLElement>(null)
  const { playlist, course } = card
  return (
    <article ref={element} className={styles.small}>
      <Thumb className={styles.thumb}>
        <Picture
          image={course.tutorialImage}
          sizes="112px"
          fallback={{ category: playlist.category, seed: course._id }}
        />
        <Watched course={course} />
      </Thumb>
      <div className={styles.words}>
        <p className={styles.playlist} dir="auto">
          {playlist.title}
        </p>
        <h3>
          <Link to={watchAddress(card)} dir="auto">
            {course.videoTitle}
          </Link>
        </h3>
        <small>{cardTimeLeft(course) ?? ' '}</small>
      </div>
      <More card={card} element={element} onHide={onHide} />
    </article>
  )
}

function Watched({ course: { watchedSeconds, durationSeconds } }: Pick<ContinueCard, 'course'>) {
  return <ProgressLine className={styles.line} value={watchedSeconds} max={durationSeconds ?? 1} />
}

interface MoreProps extends CardProps {
  element: RefObject<HTMLElement | null>
}

function More({ card: { playlist }, element, onHide }: MoreProps) {
  return (
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
  )
}

/** Where the focus goes when this card disappears. */
function neighbourOf(card: HTMLElement | null): HTMLElement | null | undefined {
  const cell = card?.closest('li')
  const neighbour = cell?.nextElementSibling ?? cell?.previousElementSibling
  return neighbour ? neighbour.querySelector('button') : card?.closest('main')
}
