import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { ChipButton } from '#web/ui/layout/chip.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { IconName } from '#web/ui/picture/icon-paths.ts'
import { CIRCLE_DASHED, CIRCLE_X, EDIT } from '#web/ui/picture/later-icon-paths.ts'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import { formatMoment } from '#web/ui/text/format.ts'
import { Changes } from './changes.tsx'
import styles from './history.module.css'
import { historyOf } from './submission.queries.ts'
import { type EventKind, type TimelineEvent, timelineOf } from './timeline.ts'

const ICONS: Readonly<Record<EventKind, IconName>> = {
  draft: EDIT,
  submitted: 'clock',
  in_review: CIRCLE_DASHED,
  approved: 'circle-check',
  changes: 'message',
  rejected: CIRCLE_X,
}

const SHOWN = ['Everything', 'Playlist', 'Videos'] as const
type Shown = (typeof SHOWN)[number]

interface HistoryProps {
  playlistId: string
  /** Only the versions of this course. */
  courseId?: string
  /** Beside the filters. */
  head?: React.ReactNode
}

/** Every version and decision, newest first, with its changes. */
export function History({ playlistId, courseId, head }: HistoryProps) {
  const viewer = viewerKey(useCurrentUser())
  const list = useInfiniteQuery(historyOf(useCall(), viewer, { playlistId, course: courseId }))
  const [shown, setShown] = useState<Shown>('Everything')
  const entries = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  const events = useMemo(
    () =>
      timelineOf(
        entries.filter(
          ({ subject }) =>
            shown === 'Everything' || subject.kind === (shown === 'Playlist' ? 'playlist' : 'course'),
        ),
      ),
    [entries, shown],
  )

  return (
    <section className={styles.box} aria-label="History">
      {(head || courseId === undefined) && (
        <div className={styles.head}>
          {head}
          {courseId === undefined && (
            <fieldset className={styles.filters} aria-label="Show">
              {SHOWN.map((each) => (
                <ChipButton key={each} pressed={each === shown} onClick={() => setShown(each)}>
                  {each}
                </ChipButton>
              ))}
            </fieldset>
          )}
        </div>
      )}
      <div className={styles.body}>
        {list.isPending && (
          <Loading what="history">
            <LineSkeletons count={4} />
          </Loading>
        )}
        {list.isError && entries.length === 0 && (
          <LoadFailed drawing="playlists" error={list.error} onRetry={list.refetch} />
        )}
        {list.isSuccess && events.length === 0 && (
          <p className={styles.empty}>Nothing has been submitted yet.</p>
        )}
        <ol className={styles.events}>
          {events.map((event) => (
            <EventRow key={event.key} event={event} named={courseId === undefined} />
          ))}
        </ol>
        {list.hasNextPage && <ShowMore list={list} />}
      </div>
    </section>
  )
}

function EventRow({ event, named }: { event: TimelineEvent; named: boolean }) {
  const { kind, at, sentence, details, changed } = event
  return (
    <li data-kind={kind}>
      <span className={styles.icon}>
        <Icon name={ICONS[kind]} />
      </span>
      <div className={styles.event}>
        <b dir="auto">{sentence}</b> <time dateTime={at}>{formatMoment(at)}</time>
        {(details.length > 0 || changed.length > 0) && (
          <ul>
            {details.map((text) => (
              <li key={text} dir="auto" className={styles.detail}>
                {text}
              </li>
            ))}
            {changed.map((entry) => (
              <Changes key={entry._id} entry={entry} named={named && entry.subject.kind === 'course'} />
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
