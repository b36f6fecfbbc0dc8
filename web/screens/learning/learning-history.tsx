import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
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
import { classNames } from '#web/ui/class-names.ts'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import iconButton from '#web/ui/navigation/icon-button.module.css'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { ByDay, ByPlaylist } from './history-groups.tsx'
import styles from './learning-history.module.css'
import { LearningTab } from './learning-list.tsx'

const Confirm = lazyPart(async () => (await import('#web/ui/overlay/confirm.tsx')).Confirm)

const GROUPS = [
  { value: 'day', label: 'By day' },
  { value: 'playlist', label: 'By playlist' },
] as const
type GroupBy = (typeof GROUPS)[number]['value']

/** /learning/history: every video that the user has watched, the last one first. */
export function Component() {
  const user = useCurrentUser()
  const viewer = viewerKey(user)
  const list = useInfiniteQuery({ ...progressListOf(useCall(), viewer, 'history'), enabled: user !== null })
  const [search, setSearch] = useSearchParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const [toForget, setToForget] = useState<ProgressCard>()
  const [clears, setClears] = useState(false)
  const cards = list.data?.pages.flatMap((page) => page.cards) ?? []
  const groupBy = search.get('by') === 'playlist' ? 'playlist' : 'day'
  const Groups = groupBy === 'playlist' ? ByPlaylist : ByDay

  return (
    <>
      <LearningTab
        screen="History"
        head={
          <HistoryHead
            heading={heading}
            groupBy={groupBy}
            onGroupBy={(by) =>
              setSearch(by === 'day' ? {} : { by }, { replace: true, preventScrollReset: true })
            }
            onClear={cards.length > 0 ? () => setClears(true) : undefined}
          />
        }
        what="history"
        list={list}
        count={cards.length}
        empty={{
          drawing: 'started',
          title: 'Nothing watched yet.',
          help: 'The videos that you watch are listed here, the last one first.',
        }}
      >
        <Groups cards={cards} onForget={setToForget} />
      </LearningTab>
      <Suspense>
        {clears && <ClearDialog heading={() => heading.current} onClose={() => setClears(false)} />}
        {toForget && (
          <ForgetDialog
            card={toForget}
            heading={() => heading.current}
            onClose={() => setToForget(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

interface HistoryHeadProps extends Pick<HistoryMenuProps, 'onClear'> {
  heading: RefObject<HTMLHeadingElement | null>
  groupBy: GroupBy
  onGroupBy: (by: GroupBy) => void
}

/** How the history is grouped, its menu, and whether it is paused. */
function HistoryHead({ heading, groupBy, onGroupBy, onClear }: HistoryHeadProps) {
  const user = useCurrentUser()
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr">
        History
      </h2>
      <div className={styles.head}>
        <Segmented
          name="by"
          legend="Group by"
          hideLegend
          options={GROUPS}
          value={groupBy}
          onChange={onGroupBy}
        />
        {user && <HistoryMenu viewer={user._id} onClear={onClear} />}
      </div>
      {user && <PausedNote viewer={user._id} />}
    </>
  )
}

interface HistoryMenuProps {
  viewer: string
  /** Absent while there is nothing to clear. */
  onClear: (() => void) | undefined
}

function HistoryMenu({ viewer, onClear }: HistoryMenuProps) {
  const { isPaused, pause } = usePauseHistory(viewer)
  const items = [
    ...(isPaused === undefined
      ? []
      : [
          {
            label: isPaused ? 'Resume history' : 'Pause history',
            icon: <Icon name={isPaused ? 'resume' : 'pause'} />,
            run: () => pause(!isPaused),
          },
        ]),
    ...(onClear ? [{ label: 'Clear history', icon: <Icon name="trash" />, danger: true, run: onClear }] : []),
  ]
  if (items.length === 0) return null
  return (
    <Menu label="Pause or clear history" className={classNames(iconButton.iconButton)} items={items}>
      <Icon name="dots" />
    </Menu>
  )
}

function PausedNote({ viewer }: { viewer: string }) {
  const { isPaused, pause, isPending } = usePauseHistory(viewer)
  return (
    <div className={styles.paused} role="status">
      {isPaused && (
        <>
          <p>History is paused. Your progress is not being saved.</p>
          <Button size="sm" busy={isPending} onClick={() => pause(false)}>
            Resume history
          </Button>
        </>
      )}
    </div>
  )
}

interface DialogProps {
  /** Gets the focus when the list has changed. */
  heading: () => HTMLElement | null
  onClose: () => void
}

function ClearDialog({ heading, onClose }: DialogProps) {
  const clear = useClearHistory()
  const cleared = useRef(false)
  return (
    <Confirm
      onClose={onClose}
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
          onSettled: onClose,
        })
      }
      finalFocus={() => (cleared.current ? heading() : null)}
    />
  )
}

function ForgetDialog({ card, heading, onClose }: DialogProps & { card: ProgressCard }) {
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
