import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { AllNotes } from '#web/features/learning/notes/all-notes.tsx'
import { allNotesOf } from '#web/features/learning/notes/notes.queries.ts'
import { progressListOf } from '#web/features/learning/progress/progress-lists.queries.ts'
import { likedCoursesOf, useUnlike } from '#web/features/reactions/liked.queries.ts'
import { Segmented } from '#web/ui/form/segmented.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import { focusNext } from './focus-next.ts'
import { FinishedLink, LearningRow, LearningRows, LearningTab, RowLink } from './learning-list.tsx'
import styles from './learning-tabs.module.css'

/** /learning/done: the videos that are done, the last mark first. */
export function Done() {
  const user = useCurrentUser()
  const list = useInfiniteQuery({
    ...progressListOf(useCall(), viewerKey(user), 'done'),
    enabled: user !== null,
  })
  const cards = list.data?.pages.flatMap((page) => page.cards) ?? []
  return (
    <LearningTab
      screen="Done"
      what="done videos"
      list={list}
      count={cards.length}
      empty={{
        drawing: 'video',
        title: 'Nothing done yet.',
        help: 'A video is done when you have watched 90% of it, or when you mark it as done.',
      }}
    >
      <LearningRows>
        {cards.map((card) => (
          <LearningRow
            key={card.course._id}
            course={card.course}
            playlist={card.playlist}
            teacher={card.playlist.teacher.username}
            detail={<DoneDetail card={card} isFirst={isFirstOfPlaylist(card, cards)} />}
          />
        ))}
      </LearningRows>
    </LearningTab>
  )
}

const isFirstOfPlaylist = (card: ProgressCard, cards: readonly ProgressCard[]) =>
  cards.find(({ playlist }) => playlist._id === card.playlist._id) === card

/** The first row of a playlist leads to what is kept of it, if all of it is done. */
function DoneDetail({ card: { at, course, playlist }, isFirst }: { card: ProgressCard; isFirst: boolean }) {
  const isFinished = isFirst && playlist.doneCount >= playlist.coursesCount
  return (
    <>
      {course.doneBy === 'hand' ? 'Marked as done' : 'Watched'} on{' '}
      <RelativeTime at={at}>{formatDate(at)}</RelativeTime> ·{' '}
      <RowLink course={course} playlist={playlist}>
        Watch again
      </RowLink>
      {isFinished && (
        <>
          {' · '}
          <FinishedLink playlist={playlist} />
        </>
      )}
    </>
  )
}

/** /learning/liked: the videos that the user likes, newest like first. */
export function Liked() {
  const user = useCurrentUser()
  const list = useInfiniteQuery({ ...likedCoursesOf(useCall(), viewerKey(user)), enabled: user !== null })
  const unlike = useUnlike()
  const courses = list.data?.pages.flatMap((page) => page.courses) ?? []
  return (
    <LearningTab
      screen="Liked"
      what="liked videos"
      list={list}
      count={courses.length}
      empty={{
        drawing: 'saved',
        title: 'No liked videos yet.',
        help: 'Press Like below a video and it is listed here.',
      }}
    >
      <LearningRows>
        {courses.map((course) => (
          <LearningRow
            key={course._id}
            course={course}
            playlist={course.playlist}
            teacher={course.teacher.username}
            action={
              <Button
                size="sm"
                onClick={({ currentTarget }) => {
                  focusNext(currentTarget)
                  unlike(course._id)
                }}
              >
                Unlike<span className="sr">: {course.videoTitle}</span>
              </Button>
            }
          />
        ))}
      </LearningRows>
    </LearningTab>
  )
}

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'bookmarks', label: 'Bookmarks' },
] as const

/** /learning/notes: all notes of the user, newest first, or their bookmarks alone. */
export function Notes() {
  const user = useCurrentUser()
  const list = useInfiniteQuery({ ...allNotesOf(useCall(), viewerKey(user)), enabled: user !== null })
  const [kind, setKind] = useState<(typeof KINDS)[number]['value']>('all')
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? []
  const bookmarks = notes.filter(({ bookmark }) => bookmark)
  const isFiltered = kind === 'bookmarks' && bookmarks.length > 0
  return (
    <LearningTab
      screen="Notes"
      head={
        bookmarks.length > 0 && (
          <div className={styles.filter}>
            <Segmented name="kind" legend="Show" hideLegend options={KINDS} value={kind} onChange={setKind} />
          </div>
        )
      }
      what="notes"
      list={list}
      count={notes.length}
      empty={{
        drawing: 'comments',
        title: 'No notes yet.',
        help: 'Write them in the Notes tab below a video. Each keeps the second it was written at.',
      }}
    >
      <AllNotes notes={isFiltered ? bookmarks : notes} />
    </LearningTab>
  )
}
