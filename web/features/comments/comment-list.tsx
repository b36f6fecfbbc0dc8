import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { useCall } from '#web/core/parts.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { LineSkeletons } from '#web/ui/skeleton.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comment-list.module.css'
import { commentsOf, useRemoveComment } from './comments.queries.ts'

const Confirm = lazy(async () => ({ default: (await import('#web/ui/confirm.tsx')).Confirm }))

/** What people say under a course. A list that could not be loaded is quiet and empty (specification section 7). */
export function CommentList({ courseId }: { courseId: string }) {
  const call = useCall()
  const user = useCurrentUser()
  const list = useInfiniteQuery(commentsOf(call, viewerKey(user), courseId))
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<Comment>()
  const comments = list.data?.pages.flatMap((page) => page.comments) ?? []
  const total = list.data?.pages[0]?.total ?? 0

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
      {!list.isPending && comments.length === 0 && (
        <EmptyState
          drawing="comments"
          small
          title="No comments for this course yet."
          help="Say what clicked, or ask."
        />
      )}
      <ul>
        {comments.map((comment) => (
          <CommentItem key={comment._id} comment={comment} onRemove={setAsked} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button block busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more comments
        </Button>
      )}
      {asked && (
        <Suspense>
          <RemoveComment
            comment={asked}
            onClose={() => {
              setAsked(undefined)
              heading.current?.focus({ preventScroll: true })
            }}
          />
        </Suspense>
      )}
    </section>
  )
}

function RemoveComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const remove = useRemoveComment(comment)
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title="Delete this comment?"
      text="It disappears for everybody and cannot be brought back."
      cancel="Cancel"
      action="Delete comment"
      onConfirm={() => {
        remove.mutate()
        onClose()
      }}
    />
  )
}
