import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { Call } from '#contract/api.ts'
import { useCall } from '#web/core/app-context.tsx'
import { cursorPages } from '#web/core/query-options.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LearningList, LearningRow, LearningRows } from '#web/screens/learning/learning-list.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { excerpt } from '#web/ui/text/format.ts'

/** Characters of a comment in the list. */
const SHOWN = 280

/** /comments: everything that the user has written below videos, newest first. */
export function Component() {
  const me = useCurrentUser()
  const list = useInfiniteQuery({ ...ownCommentsOf(useCall(), viewerKey(me)), enabled: me !== null })
  const comments = list.data?.pages.flatMap((page) => page.comments) ?? []
  return (
    <>
      <ScreenTitle screen="Your comments" unlisted />
      {me && <Crumb to={`/profile/${me._id}`}>Profile</Crumb>}
      <PageHead title="Your comments" />
      <LearningList
        what="comments"
        list={list}
        count={comments.length}
        empty={{
          drawing: 'comments',
          title: 'No comments yet.',
          help: 'What you write below a video is listed here.',
        }}
      >
        <LearningRows>
          {comments.map(({ _id, course, text, createdAt }) => (
            <LearningRow
              key={_id}
              course={course}
              playlist={course.playlist}
              detail={
                <>
                  <time dateTime={createdAt}>{createdAt.slice(0, 10)}</time>
                  <bdi>{excerpt(text, SHOWN)}</bdi>
                </>
              }
            />
          ))}
        </LearningRows>
      </LearningList>
    </>
  )
}

const ownCommentsOf = (call: Call, viewer: string) =>
  infiniteQueryOptions({
    ...cursorPages,
    queryKey: ['own comments', viewer],
    queryFn: ({ pageParam, signal }) =>
      call('ownComments.list', { query: { limit: '24', cursor: pageParam || undefined }, signal }),
    // The watch page changes what the server answers.
    staleTime: 0,
  })
