import { useInfiniteQuery } from '@tanstack/react-query'
import type { ProgressCard } from '#contract/learning/progress.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { progressListOf } from '#web/features/learning/progress/progress-lists.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LearningList } from './learning-list.tsx'
import { LearningRow, LearningRows } from './learning-row.tsx'

/** /learning/done: the videos that are done, the last mark first. */
export function Component() {
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
