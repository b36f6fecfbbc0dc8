import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { useCall } from '#web/core/app-context.tsx'
import { retryDownload } from '#web/core/retry-download.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { LineSkeletons } from '#web/ui/skeleton.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comment-list.module.css'
import { commentsOf, useRemoveComment } from './comments.queries.ts'

const Confirm = lazy(async () => ({
  default: (await retryDownload(() => import('#web/ui/confirm.tsx'))).Confirm,
}))

const NONE = 'No comments for this course yet.'

const countLabel = (total: number) => `${total} ${total === 1 ? 'comment' : 'comments'}`

/** The comments of a course. A list that could not be loaded shows no error (specification section 7). */
export function CommentList({ courseId, teacherId }: { courseId: string; teacherId: string }) {
  const call = useCall()
  const user = useCurrentUser()
  const list = useInfiniteQuery(commentsOf(call, viewerKey(user), courseId))
  const heading = useRef<HTMLHeadingElement>(null)
  const [toDelete, setToDelete] = useState<Comment>()
  const comments = list.data?.pages.flatMap((page) => page.comments) ?? []
  const none = comments.length === 0
  const total = list.data?.pages[0]?.total ?? 0

  return (
    <section className={styles.comments} aria-labelledby="comments">
      <h2 id="comments" ref={heading} tabIndex={-1}>
        Comments <span className="num">{total}</span>
      </h2>
      <p className="sr" role="status">
        {list.isSuccess && countLabel(total)}
      </p>
      <CommentForm courseId={courseId} user={user} />
      {list.isPending && (
        <Loading what="comments">
          <LineSkeletons count={4} />
        </Loading>
      )}
      {!list.isPending && none && (
        <div className={styles.none}>
          {list.isError ? (
            <LoadFailed drawing="comments" small title={NONE} onRetry={() => list.refetch()} />
          ) : (
            <EmptyState drawing="comments" small title={NONE} help="Say what clicked, or ask." />
          )}
        </div>
      )}
      {comments.length > 0 && (
        <ul>
          {comments.map((comment) => (
            <CommentItem key={comment._id} comment={comment} teacherId={teacherId} onRemove={setToDelete} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <ShowMore block busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          Show more comments
        </ShowMore>
      )}
      {toDelete && (
        <Suspense>
          <RemoveComment comment={toDelete} heading={heading} onClose={() => setToDelete(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

interface RemoveCommentProps {
  comment: Comment
  onClose: () => void
  /** Gets the focus when the focused comment is deleted. */
  heading: RefObject<HTMLElement | null>
}

function RemoveComment({ comment, onClose, heading }: RemoveCommentProps) {
  const remove = useRemoveComment(comment)
  const deleted = useRef(false)
  return (
    <Confirm
      onClose={onClose}
      title="Delete this comment?"
      text="It disappears for everybody and cannot be brought back."
      cancel="Cancel"
      action="Delete comment"
      onConfirm={() => {
        deleted.current = true
        remove.mutate()
        onClose()
      }}
      finalFocus={() => (deleted.current ? heading.current : null)}
    />
  )
}
