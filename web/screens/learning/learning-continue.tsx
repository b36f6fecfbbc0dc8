import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { FirstLearningCard, LearningCard } from '#web/features/learning/progress/learning-card.tsx'
import { progressOf } from '#web/features/learning/progress/progress.queries.ts'
import { progressListOf, useHideStarted } from '#web/features/learning/progress/progress-lists.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import styles from './learning-continue.module.css'
import { LearningList } from './learning-list.tsx'

/** /learning: the playlists that the user has started, the last one first. */
export function Component() {
  const user = useCurrentUser()
  const call = useCall()
  const viewer = viewerKey(user)
  const list = useInfiniteQuery({ ...progressListOf(call, viewer, 'continue'), enabled: user !== null })
  const hide = useHideStarted()
  const area = useRef<HTMLDivElement>(null)
  const [first, ...others] = list.data?.pages.flatMap(({ cards }) => cards) ?? []
  const progress = useQuery({
    ...progressOf(call, viewer, { playlistId: first?.playlist._id }),
    enabled: first !== undefined,
  })

  function remove(playlistId: string): void {
    hide.mutate(playlistId)
    // The menu that had the focus goes with its card.
    area.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <ScreenTitle screen="My learning" unlisted />
      <div ref={area} tabIndex={-1} className={styles.area}>
        <LearningList
          what="started playlists"
          list={list}
          count={first ? 1 + others.length : 0}
          empty={{
            drawing: 'started',
            title: 'Nothing started yet.',
            help: 'Open a playlist and press Start. It then waits for you here, at the second where you stopped.',
          }}
        >
          {first && (
            <FirstLearningCard
              card={first}
              progress={progress.data}
              onHide={() => remove(first.playlist._id)}
            />
          )}
          {others.length > 0 && (
            <ul className={styles.cards}>
              {others.map((card) => (
                <li key={card.playlist._id}>
                  <LearningCard card={card} onHide={() => remove(card.playlist._id)} />
                </li>
              ))}
            </ul>
          )}
        </LearningList>
      </div>
    </>
  )
}
