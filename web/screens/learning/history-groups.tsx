import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatMinutes } from '#contract/format.ts'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { continueLabelOf } from '#web/features/learning/progress/continue-label.ts'
import { doneOf } from '#web/features/learning/progress/course-states.ts'
import { learningDaysOf } from '#web/features/learning/progress/days.queries.ts'
import { Link } from '#web/ui/navigation/link.tsx'
import { MoreMenu } from '#web/ui/overlay/more-menu.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatClock, formatDay, localDay } from '#web/ui/text/format.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './learning-history.module.css'
import { LearningRow, LearningRows, RowLink } from './learning-list.tsx'

interface GroupsProps {
  /** In the order of the history. */
  cards: readonly ProgressCard[]
  onForget: (card: ProgressCard) => void
}

/** The history under the days of its last saves, each with the new video that was watched on it. */
export function ByDay({ cards, onForget }: GroupsProps) {
  const days = Map.groupBy(cards, ({ at }) => localDay(new Date(at)))
  const viewer = viewerKey(useCurrentUser())
  const earliest = [...days.keys()].at(-1) ?? ''
  const { data: seconds } = useQuery({
    ...learningDaysOf(useCall(), viewer, earliest),
    enabled: earliest !== '',
    placeholderData: (before) => before,
  })
  return [...days].map(([day, group]) => {
    const [{ at } = { at: '' }] = group
    const watched = seconds?.get(day)
    return (
      <Group
        key={day}
        title={capitalized(formatDay(at))}
        figure={watched === undefined ? '' : `${formatMinutes(watched)} watched`}
      >
        {group.map((card) => (
          <HistoryRow
            key={card.course._id}
            card={card}
            time={<RelativeTime at={card.at}>{formatClock(card.at)}</RelativeTime>}
            onForget={onForget}
          />
        ))}
      </Group>
    )
  })
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The history under its playlists, the one that was watched last first. */
export function ByPlaylist({ cards, onForget }: GroupsProps) {
  const playlists = Map.groupBy(cards, ({ playlist }) => playlist._id)
  return [...playlists].flatMap(([id, group]) => {
    const [first] = group
    if (!first) return []
    const { playlist } = first
    return (
      <Group
        key={id}
        title={<Link to={`/playlist-details/${id}`}>{playlist.title}</Link>}
        figure={doneOf(playlist, playlist.coursesCount)}
      >
        {group.map((card) => (
          <HistoryRow
            key={card.course._id}
            card={card}
            time={<RelativeTime at={card.at} />}
            onForget={onForget}
          />
        ))}
      </Group>
    )
  })
}

function Group({ title, figure, children }: { title: ReactNode; figure: string; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <div className={styles.groupHead}>
        <h3 dir="auto">{title}</h3>
        <span>{figure}</span>
      </div>
      <LearningRows>{children}</LearningRows>
    </div>
  )
}

interface HistoryRowProps extends Pick<GroupsProps, 'onForget'> {
  card: ProgressCard
  time: ReactNode
}

function HistoryRow({ card, time, onForget }: HistoryRowProps) {
  const { course, playlist, still } = card
  const next = continueLabelOf(course)
  return (
    <LearningRow
      course={course}
      playlist={playlist}
      teacher={playlist.teacher.username}
      still={still}
      watched={course.done ? (course.durationSeconds ?? 0) : course.watchedSeconds}
      level={4}
      detail={
        <>
          {time} ·{' '}
          {next ? (
            <RowLink course={course} playlist={playlist}>
              {next.label}
            </RowLink>
          ) : (
            'Done'
          )}
          {next?.detail !== undefined && ` · ${next.detail}`}
        </>
      }
      action={
        <MoreMenu
          name={course.videoTitle}
          items={[{ label: 'Forget', icon: <Icon name="close" />, run: () => onForget(card) }]}
        />
      }
    />
  )
}
