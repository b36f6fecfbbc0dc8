import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, memo, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { useCall } from '#web/core/parts.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { untilThere } from '#web/core/until-there.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { askForLetters } from '#web/ui/letters.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { partsOf, showSame } from '#web/ui/parts-of.ts'
import { ShowMore } from '#web/ui/show-more.tsx'
import { LineSkeletons } from '#web/ui/skeleton.tsx'
import { useNear } from '#web/ui/use-near.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comment-list.module.css'
import { commentsOf, useRemoveComment } from './comments.queries.ts'
import type { Thread } from './thread.ts'

const Confirm = lazy(async () => ({
  default: (await untilThere(() => import('#web/ui/confirm.tsx'))).Confirm,
}))

/** So many comments are laid out at once. */
const PART = 10
/** Of so many a browser knows only where they are together, while they are far. */
const TOGETHER = 180

type Page = Pick<Thread, 'comments'>

const NONE = 'No comments for this course yet.'

/** What people say under a course. A list that could not be loaded is quiet (specification section 7). */
export function CommentList({ courseId }: { courseId: string }) {
  const call = useCall()
  const user = useCurrentUser()
  const list = useInfiniteQuery(commentsOf(call, viewerKey(user), courseId))
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<Comment>()
  const pages = list.data?.pages ?? []
  const none = pages.every(({ comments }) => comments.length === 0)
  const total = list.data?.pages[0]?.total ?? 0
  useLettersOf(pages.at(-1)?.comments)

  return (
    <section className={styles.comments} aria-labelledby="comments">
      <h2 id="comments" ref={heading} tabIndex={-1}>
        Comments <span className="num">{total}</span>
      </h2>
      <p className="sr" role="status">
        {list.isSuccess && `${total} ${total === 1 ? 'comment' : 'comments'}`}
      </p>
      <CommentForm courseId={courseId} user={user} />
      {list.isPending && (
        <Loading what="comments">
          <LineSkeletons count={4} />
        </Loading>
      )}
      {list.isError && none && (
        <LoadFailed drawing="comments" small title={NONE} onRetry={() => list.refetch()} />
      )}
      {list.isSuccess && none && (
        <EmptyState drawing="comments" small title={NONE} help="Say what clicked, or ask." />
      )}
      <div className={styles.thread}>
        {pagesTogether(pages).map((together, index, all) => (
          <CommentPages
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the thread, whatever is said there
            key={index}
            pages={together}
            first={index === 0}
            last={index === all.length - 1}
            onRemove={setAsked}
          />
        ))}
      </div>
      {list.hasNextPage && (
        <ShowMore block busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          Show more comments
        </ShowMore>
      )}
      {asked && (
        <Suspense>
          <RemoveComment comment={asked} heading={heading} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

/** Of the page that came last. */
function useLettersOf(comments: readonly Comment[] | undefined): void {
  useEffect(() => {
    if (comments) askForLetters(comments.map(({ user, text }) => user.username + text).join(''))
  }, [comments])
}

function pagesTogether(pages: readonly Page[]): Page[][] {
  const groups: Page[][] = []
  let room = 0
  for (const page of pages) {
    if (room > 0) groups.at(-1)?.push(page)
    else groups.push([page])
    room = (room > 0 ? room : TOGETHER) - page.comments.length
  }
  return groups
}

interface CommentPagesProps {
  pages: readonly Page[]
  /** They begin the thread. */
  first: boolean
  /** They end it, for now: what is above the button to read on does not change its height under a press. */
  last: boolean
  onRemove: (comment: Comment) => void
}

/** A browser looks at each frame where every part is that it may have to draw, but not into pages that are far. */
const CommentPages = memo(({ pages, first, last, onRemove }: CommentPagesProps) => {
  const [follow, near] = useNear()
  const isWhole = first || last
  return (
    <div ref={isWhole ? undefined : follow} className={isWhole ? undefined : styles.pages}>
      {pages.map(({ comments }, page) => {
        const isEnd = (first && page === 0) || (last && page === pages.length - 1)
        return partsOf(comments, PART).map((part, index) => (
          <CommentPart
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={`${page} ${index}`}
            comments={part}
            far={!isEnd}
            within={near}
            onRemove={onRemove}
          />
        ))
      })}
    </div>
  )
}, showSame)

interface CommentPartProps extends Pick<CommentPagesProps, 'onRemove'> {
  comments: readonly Comment[]
  /** Not drawn until somebody scrolls there. */
  far: boolean
  within: boolean
}

const CommentPart = memo(({ comments, far, within, onRemove }: CommentPartProps) => {
  const [follow, near] = useNear(within)
  return (
    <ul ref={far ? follow : undefined} className={far ? styles.far : undefined}>
      {comments.map((comment) => (
        <CommentItem key={comment._id} comment={comment} far={far && !near} onRemove={onRemove} />
      ))}
    </ul>
  )
}, showSame)

interface RemoveCommentProps {
  comment: Comment
  onClose: () => void
  /** Takes the focus when the comment that had it is gone. */
  heading: RefObject<HTMLElement | null>
}

function RemoveComment({ comment, onClose, heading }: RemoveCommentProps) {
  const remove = useRemoveComment(comment)
  const gone = useRef(false)
  return (
    <Confirm
      onClose={onClose}
      title="Delete this comment?"
      text="It disappears for everybody and cannot be brought back."
      cancel="Cancel"
      action="Delete comment"
      onConfirm={() => {
        gone.current = true
        remove.mutate()
        onClose()
      }}
      finalFocus={() => (gone.current ? heading.current : null)}
    />
  )
}
