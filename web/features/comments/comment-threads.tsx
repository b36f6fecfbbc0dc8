import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useId, useMemo, useRef, useState } from 'react'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import { countOf } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { ChipButton, Filters } from '#web/ui/layout/chip.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { ShowMore } from '#web/ui/table/show-more.tsx'
import { CommentForm, type CommentFormProps } from './comment-form.tsx'
import type { CommentMenu } from './comment-item.tsx'
import styles from './comment-threads.module.css'
import { threadsOf, useRemoveComment } from './comments.queries.ts'
import { ThreadItem } from './thread-item.tsx'
import { FIRST_VIEW, sortOf, type ThreadView, threadsIn } from './threads.ts'
import { useNamedComment } from './use-named-comment.ts'

const Confirm = lazyPart(async () => (await import('#web/ui/overlay/confirm.tsx')).Confirm)

const EMPTY: Record<ThreadView['filter'], { title: string; help: string }> = {
  all: { title: 'No comments for this course yet.', help: 'Say what clicked, or ask.' },
  questions: { title: 'No questions yet.', help: 'Tick “Ask this as a question” to ask one.' },
  open: { title: 'No open questions.', help: 'No question waits for an answer.' },
}

interface CommentThreadsProps extends CommentFormProps {
  Menu: CommentMenu
  /** Shows the heading, where no tab says the same. */
  titled?: boolean
}

/** The comments of a course. A list that could not be loaded shows no error. */
export function CommentThreads({ Menu, titled, ...asking }: CommentThreadsProps) {
  const { _id: courseId, commentsCount } = useWatch().course
  const call = useCall()
  const user = useCurrentUser()
  const [view, setView] = useState(FIRST_VIEW)
  const list = useInfiniteQuery({
    ...threadsOf(call, viewerKey(user), { courseId, view }),
    placeholderData: (previous) => previous,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const [toDelete, setToDelete] = useState<Comment | Thread>()
  const named = useNamedComment(list)
  const context = useMemo(() => ({ named, onRemove: setToDelete, Menu }), [named, Menu])
  const threads = threadsIn(list.data?.pages ?? [])

  return (
    <section className={styles.comments} aria-labelledby="comments">
      <Heading ref={heading} isShown={titled === true} count={commentsCount} />
      <p className="sr" role="status">
        {list.isSuccess && countOf(commentsCount, 'comment')}
      </p>
      <CommentForm {...asking} />
      {(threads.length > 0 || view.filter !== 'all') && <ThreadFilters view={view} onChange={setView} />}
      {list.isPending && (
        <Loading what="comments">
          <LineSkeletons count={4} />
        </Loading>
      )}
      {!list.isPending && threads.length === 0 && (
        <div className={styles.none}>
          {list.isError ? (
            <LoadFailed drawing="comments" small title={EMPTY.all.title} onRetry={() => list.refetch()} />
          ) : (
            <EmptyState drawing="comments" small {...EMPTY[view.filter]} />
          )}
        </div>
      )}
      {threads.length > 0 && (
        <ul className={styles.threads} aria-busy={list.isPlaceholderData}>
          {threads.map((thread) => (
            <ThreadItem key={thread._id} thread={thread} context={context} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <ShowMore block list={list}>
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

interface HeadingProps {
  ref: RefObject<HTMLHeadingElement | null>
  isShown: boolean
  count: number
}

function Heading({ ref, isShown, count }: HeadingProps) {
  return (
    <h2 id="comments" className={isShown ? styles.title : 'sr'} ref={ref} tabIndex={-1}>
      Comments <span>{count}</span>
    </h2>
  )
}

const OWN_TEXT = 'It disappears for everybody and cannot be brought back.'

interface RemoveCommentProps {
  comment: Comment | Thread
  onClose: () => void
  /** Gets the focus when the focused comment is deleted. */
  heading: RefObject<HTMLElement | null>
}

function RemoveComment({ comment, onClose, heading }: RemoveCommentProps) {
  const remove = useRemoveComment(comment)
  const deleted = useRef(false)
  const viewer = useCurrentUser()
  const isOwn = comment.user === null || comment.user._id === viewer?._id
  return (
    <Confirm
      onClose={onClose}
      title="Delete this comment?"
      text={
        isOwn
          ? OWN_TEXT
          : `${comment.user?.username}'s comment will disappear for everyone. This can't be undone.`
      }
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

const FILTERS: readonly { filter: ThreadView['filter']; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'questions', label: 'Questions' },
  { filter: 'open', label: 'Open' },
]

interface ThreadFiltersProps {
  view: ThreadView
  onChange: (view: ThreadView) => void
}

/** Which comments the list has, and in which order. */
function ThreadFilters({ view, onChange }: ThreadFiltersProps) {
  const id = useId()
  return (
    <div className={styles.bar}>
      <Filters label="Show">
        {FILTERS.map(({ filter, label }) => (
          <ChipButton
            key={filter}
            pressed={view.filter === filter}
            onClick={() => onChange({ ...view, filter })}
          >
            {label}
          </ChipButton>
        ))}
      </Filters>
      <label className="sr" htmlFor={id}>
        Sort comments
      </label>
      <span className={styles.sort}>
        <select
          id={id}
          value={view.sort}
          onChange={({ target }) => onChange({ ...view, sort: sortOf(target.value) })}
        >
          <option value="newest">Newest first</option>
          <option value="top">Top first</option>
          <option value="moment">By moment</option>
        </select>
        <Icon name="chevron-down" size="sm" />
      </span>
    </div>
  )
}
