import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { AllNotes } from '#web/features/learning/notes/all-notes.tsx'
import { allNotesOf } from '#web/features/learning/notes/notes.queries.ts'
import { progressListOf } from '#web/features/learning/progress/progress-lists.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LearningList, LearningRow, LearningRows } from './learning-list.tsx'

/** /learning/done: the videos that are done, the last mark first. */
export function Done() {
  const user = useCurrentUser()
  const list = useInfiniteQuery({
    ...progressListOf(useCall(), viewerKey(user), 'done'),
    enabled: user !== null,
  })
  const cards = list.data?.pages.flatMap((page) => page.cards) ?? []
  return (
    <>
      <ScreenTitle screen="Done" unlisted />
      <LearningList
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
              detail={<DoneSince card={card} />}
            />
          ))}
        </LearningRows>
      </LearningList>
    </>
  )
}

function DoneSince({ card: { at, course } }: { card: ProgressCard }) {
  return (
    <span>
      {course.doneBy === 'hand' ? 'Marked as done' : 'Watched'} on{' '}
      <time dateTime={at}>{at.slice(0, 10)}</time>
    </span>
  )
}

/** /learning/liked: the videos that the user likes, newest like first. */
export function Liked() {
  const user = useCurrentUser()
  const list = useInfiniteQuery({ ...likedCoursesOf(useCall(), viewerKey(user)), enabled: user !== null })
  const courses = list.data?.pages.flatMap((page) => page.courses) ?? []
  return (
    <>
      <ScreenTitle screen="Liked" unlisted />
      <LearningList
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
              detail={<bdi>{course.teacher.username}</bdi>}
            />
          ))}
        </LearningRows>
      </LearningList>
    </>
  )
}

/** The courses that the user likes, newest like first, page by page. */
const likedCoursesOf = (call: Call, viewer: string) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: ['liked courses', viewer],
    queryFn: ({ pageParam, signal }) =>
      call('likes.list', { query: { limit: '24', cursor: pageParam || undefined }, signal }),
    // The watch page changes what the server answers.
    staleTime: 0,
  })

/** /learning/notes: all notes of the user, newest first. */
export function Notes() {
  const user = useCurrentUser()
  const list = useInfiniteQuery({ ...allNotesOf(useCall(), viewerKey(user)), enabled: user !== null })
  const notes = list.data?.pages.flatMap((page) => page.notes) ?? []
  return (
    <>
      <ScreenTitle screen="Notes" unlisted />
      <LearningList
        what="notes"
        list={list}
        count={notes.length}
        empty={{
          drawing: 'comments',
          title: 'No notes yet.',
          help: 'Write them in the Notes tab below a video. Each keeps the second it was written at.',
        }}
      >
        <AllNotes notes={notes} />
      </LearningList>
    </>
  )
}
