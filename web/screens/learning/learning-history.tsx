import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { formatTime } from '#contract/format.ts'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import {
  progressListOf,
  useClearHistory,
  useForgetCourse,
} from '#web/features/learning/progress/progress-lists.queries.ts'
import { usePauseHistory } from '#web/features/video/player/settings.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { ProgressLine } from '#web/ui/feedback/progress-line.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './learning-history.module.css'
import { LearningList, LearningRow, LearningRows } from './learning-list.tsx'

const Confirm = lazyPart(async () => (await import('#web/ui/overlay/confirm.tsx')).Confirm)

/** /learning/history: every video that the user has watched, the last one first. */
export function Component() {
  const user = useCurrentUser()
  const viewer = viewerKey(user)
  const list = useInfiniteQuery({ ...progressListOf(useCall(), viewer, 'history'), enabled: user !== null })
  const heading = useRef<HTMLHeadingElement>(null)
  const [toForget, setToForget] = useState<ProgressCard>()
  const cards = list.data?.pages.flatMap((page) => page.cards) ?? []

  return (
    <>
      <ScreenTitle screen="History" unlisted />
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          History
        </h2>
        {user && <PauseButton viewer={viewer} />}
        {cards.length > 0 && <ClearButton heading={() => heading.current} />}
      </div>
      {user && <PausedNote viewer={viewer} />}
      <LearningList
        what="history"
        list={list}
        count={cards.length}
        empty={{
          drawing: 'started',
          title: 'Nothing watched yet.',
          help: 'The videos that you watch are listed here, the last one first.',
        }}
      >
        <LearningRows>
          {cards.map((card) => (
            <LearningRow
              key={card.course._id}
              course={card.course}
              playlist={card.playlist}
              detail={<Watched card={card} />}
              action={
                <IconButton
                  icon="close"
                  size="sm"
                  label={`Remove from your history: ${card.course.videoTitle}`}
                  onClick={() => setToForget(card)}
                />
              }
            />
          ))}
        </LearningRows>
      </LearningList>
      {toForget && (
        <Suspense>
          <ForgetDialog
            card={toForget}
            heading={() => heading.current}
            onClose={() => setToForget(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function Watched({ card: { course, at } }: { card: ProgressCard }) {
  const { atSeconds, durationSeconds, watchedSeconds, done } = course
  const position =
    durationSeconds === null
      ? formatTime(atSeconds)
      : `${formatTime(atSeconds)} of ${formatTime(durationSeconds)}`
  return (
    <>
      {done ? (
        <span className={styles.done}>
          <Icon name="circle-check" size="sm" />
          Done
        </span>
      ) : (
        durationSeconds !== null && <ProgressLine value={watchedSeconds} max={durationSeconds} />
      )}
      {atSeconds > 0 && <span>{position}</span>}
      <time dateTime={at}>{at.slice(0, 10)}</time>
    </>
  )
}

function PauseButton({ viewer }: { viewer: string }) {
  const { isPaused, pause, isPending } = usePauseHistory(viewer)
  if (isPaused === undefined) return null
  return (
    <Button size="sm" busy={isPending} onClick={() => pause(!isPaused)}>
      {isPaused ? 'Resume history' : 'Pause history'}
    </Button>
  )
}

function PausedNote({ viewer }: { viewer: string }) {
  const { isPaused } = usePauseHistory(viewer)
  return (
    <p className={styles.paused} role="status">
      {isPaused && 'History is paused. Your progress is not being saved.'}
    </p>
  )
}

interface DialogFocus {
  /** Gets the focus when the list has changed. */
  heading: () => HTMLElement | null
}

function ClearButton({ heading }: DialogFocus) {
  const clear = useClearHistory()
  const [asks, setAsks] = useState(false)
  const cleared = useRef(false)
  return (
    <>
      <Button size="sm" onClick={() => setAsks(true)}>
        <Icon name="trash" />
        Clear history
      </Button>
      {asks && (
        <Suspense>
          <Confirm
            onClose={() => setAsks(false)}
            title="Clear your history?"
            text="This also removes all your Done marks."
            cancel="Cancel"
            action="Clear history"
            busy={clear.isPending && 'Clearing...'}
            onConfirm={() =>
              clear.mutate(undefined, {
                onSuccess: () => {
                  cleared.current = true
                },
                onSettled: () => setAsks(false),
              })
            }
            finalFocus={() => (cleared.current ? heading() : null)}
          />
        </Suspense>
      )}
    </>
  )
}

function ForgetDialog({ card, heading, onClose }: DialogFocus & { card: ProgressCard; onClose: () => void }) {
  const forget = useForgetCourse()
  const forgotten = useRef(false)
  return (
    <Confirm
      onClose={onClose}
      title={
        <>
          Remove “<bdi>{card.course.videoTitle}</bdi>” from your history?
        </>
      }
      text={card.course.done ? 'This also removes its Done mark.' : 'Its position is forgotten, too.'}
      cancel="Cancel"
      action="Remove"
      onConfirm={() => {
        forgotten.current = true
        forget.mutate(card.course._id)
        onClose()
      }}
      finalFocus={() => (forgotten.current ? heading() : null)}
    />
  )
}
