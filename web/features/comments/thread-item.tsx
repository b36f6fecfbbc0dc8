import { memo, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Comment, Thread } from '#contract/comments/comments.ts'
import type { Draft } from '#web/core/drafts/draft.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { ReplyForm, useReplyDraft } from './comment-form.tsx'
import { type CommentContext, CommentItem } from './comment-item.tsx'
import { useAnswer, usePin } from './comments.queries.ts'
import styles from './thread-item.module.css'

interface ThreadItemProps {
  thread: Thread
  context: CommentContext
}

/** A comment with its replies. The accepted one comes first. */
export const ThreadItem = memo(({ thread, context }: ThreadItemProps) => {
  const viewer = useCurrentUser()
  const composer = useReplyDraft(thread)
  const { restored } = composer.draft
  const [reply, setReply] = useState<{ focused: boolean }>()
  const [shown, setShown] = useState<Draft>()
  if (restored !== shown) {
    setShown(restored)
    if (restored) setReply({ focused: false })
  }
  const replyButton = useRef<HTMLButtonElement>(null)
  const { teacher } = useWatch().course
  const can = permissionsOf(viewer, thread, teacher._id)

  function close(): void {
    flushSync(() => setReply(undefined))
    replyButton.current?.focus()
  }

  return (
    <li className={styles.thread}>
      <CommentItem comment={thread} context={context}>
        {viewer && !reply && (
          <Button ref={replyButton} variant="ghost" size="sm" onClick={() => setReply({ focused: true })}>
            <Icon name="undo" />
            Reply
          </Button>
        )}
        {can.pin && <PinButton thread={thread} />}
      </CommentItem>
      {(thread.replies.length > 0 || reply) && (
        <div className={styles.replies}>
          {thread.replies.length > 0 && (
            <ul>
              {answerFirst(thread).map((each) => (
                <li key={each._id}>
                  <CommentItem comment={each} thread={thread} context={context}>
                    {can.answer && <AnswerButton thread={thread} reply={each} />}
                  </CommentItem>
                </li>
              ))}
            </ul>
          )}
          {viewer && reply && (
            <ReplyForm author={viewer} focused={reply.focused} onClose={close} {...{ thread, composer }} />
          )}
        </div>
      )}
    </li>
  )
})

/** The server decides; these only hide what it would reject. */
function permissionsOf(viewer: SessionUser | null, thread: Thread, teacherId: string) {
  const isModerator = viewer !== null && (viewer._id === teacherId || viewer.isAdmin)
  const isAsker = viewer !== null && viewer._id === thread.user?._id
  return {
    pin: isModerator && !thread.removed,
    answer: thread.question && !thread.removed && (isModerator || isAsker),
  }
}

function answerFirst({ replies, answeredBy }: Thread): Comment[] {
  const isAnswer = ({ _id }: Comment) => _id === answeredBy
  return [...replies.filter(isAnswer), ...replies.filter((reply) => !isAnswer(reply))]
}

function PinButton({ thread }: { thread: Thread }) {
  const { mutate, isPending } = usePin(thread)
  return (
    <Button variant="ghost" size="sm" busy={isPending} onClick={() => mutate(!thread.pinned)}>
      <Icon name="pin" />
      {thread.pinned ? 'Unpin' : 'Pin'}
    </Button>
  )
}

function AnswerButton({ thread, reply }: { thread: Thread; reply: Comment }) {
  const { mutate, isPending } = useAnswer(thread)
  const isAnswer = thread.answeredBy === reply._id
  const { button, press } = useKeptFocus(isPending)
  return (
    <Button
      ref={button}
      variant="ghost"
      size="sm"
      busy={isPending}
      onClick={() => {
        press()
        mutate(isAnswer ? null : reply._id)
      }}
    >
      <Icon name={isAnswer ? 'close' : 'check'} />
      {isAnswer ? 'Not the answer' : 'Mark as answer'}
    </Button>
  )
}

/** An accepted reply moves up, and an element that moves loses the focus. */
function useKeptFocus(isPending: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (!isPressed.current) return
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    isPressed.current = isPending
  })
  const press = () => {
    isPressed.current = true
  }
  return { button, press }
}
