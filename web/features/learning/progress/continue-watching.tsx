import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { useCall } from '#web/core/app-context.tsx'
import { Picture } from '#web/features/media/picture.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import iconButton from '#web/ui/navigation/icon-button.module.css'
import { Link } from '#web/ui/navigation/link.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { Thumb } from '#web/ui/picture/thumb.tsx'
import { applyHint, rememberCards } from './continue-hint.ts'
import styles from './continue-watching.module.css'
import { continueOf, useHidePlaylist } from './progress-changes.queries.ts'
import { timeLeft } from './time-left.ts'

interface ContinueWatchingProps {
  viewer: string
  /** Called with the number of cards whenever it is known. */
  onCount: (count: number) => void
}

/** The cards of "Continue watching": started playlists, each with the video to continue. */
export function ContinueWatching({ viewer, onCount }: ContinueWatchingProps) {
  const { data, isError } = useQuery(continueOf(useCall(), viewer))
  const hide = useHidePlaylist(viewer)
  const cards = data?.cards
  const count = cards?.length ?? (isError ? 0 : undefined)
  useEffect(() => {
    if (count === undefined) return
    if (cards) rememberCards(count)
    onCount(count)
  }, [cards, count, onCount])
  // The panel above changes its height with the hint, so it waits until the page is left.
  useEffect(() => applyHint, [])

  return (
    <ul className={styles.cards}>
      {cards?.map((card) => (
        <li key={card.playlist._id}>
          <Card {...card} onHide={() => hide.mutate(card.playlist._id)} />
        </li>
      ))}
    </ul>
  )
}

function Card({ playlist, course, onHide }: Omit<ProgressCard, 'at'> & { onHide: () => void }) {
  const card = useRef<HTMLElement>(null)
  const { durationSeconds, watchedSeconds } = course
  return (
    <article ref={card} className={styles.card}>
      <Thumb play className={styles.thumb}>
        <Picture
          image={course.tutorialImage}
          sizes="132px"
          fallback={{ category: playlist.category, seed: course._id }}
        />
      </Thumb>
      <div className={styles.body}>
        <p className={styles.playlist} dir="auto">
          {playlist.title}
        </p>
        <h3>
          <Link to={`/watch-video/${playlist._id}/${course._id}`} dir="auto">
            {course.videoTitle}
          </Link>
        </h3>
        <div className={styles.foot}>
          <ProgressLine value={watchedSeconds} max={durationSeconds ?? 1} />
          <small>
            {durationSeconds === null ? ' ' : timeLeft(Math.max(0, durationSeconds - watchedSeconds))}
          </small>
        </div>
      </div>
      <div className={styles.menu}>
        <Menu
          label={`More for ${playlist.title}`}
          className={classNames(iconButton.iconButton, iconButton.sm)}
          items={[
            {
              label: 'Remove from this row',
              icon: <Icon name="eye-off" />,
              run: () => {
                neighbourOf(card.current)?.focus({ preventScroll: true })
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

/** Where the focus goes when this card disappears. */
function neighbourOf(card: HTMLElement | null): HTMLElement | null | undefined {
  const cell = card?.closest('li')
  const neighbour = cell?.nextElementSibling ?? cell?.previousElementSibling
  return neighbour ? neighbour.querySelector('button') : card?.closest('main')
}
