import { useState } from 'react'
import type { SessionUser } from '#contract/account/session-user.ts'
import { CommentDraft, type Thread } from '#contract/comments/comments.ts'
import { formatTime } from '#contract/format.ts'
import { LOGIN_TO_COMMENT } from '#contract/watching-messages.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { useSecond } from '#web/ui/feedback/use-second.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import {
  type SendCallbacks,
  TimedComposer,
  useComposerDraft,
  type WriteRequest,
} from '#web/ui/form/timed-composer.tsx'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './comment-item.module.css'
import { useAddComment } from './comments.queries.ts'
import { Mentioning, useMentioned } from './mentioning.tsx'

/** The part of a comment that the user writes. */
export const CommentText = CommentDraft.pick({ text: true })
export const COMMENT_PLACEHOLDER = 'Ask a question or share what clicked'

export interface CommentFormProps {
  /** The user wants to ask a question here. */
  request?: WriteRequest | undefined
  onRequestTaken?: () => void
}

/** The input is stored until the server has saved it, also while the user watches another video. */
export function CommentForm(props: CommentFormProps) {
  const { course } = useWatch()
  const composer = useComposerDraft('comment on', course._id)
  return <NewComment key={composer.draft.version} {...props} composer={composer} />
}

type ComposerProps = { composer: ReturnType<typeof useComposerDraft> }

function NewComment({ composer, ...asking }: CommentFormProps & ComposerProps) {
  const { course, player } = useWatch()
  const user = useCurrentUser()
  const { draft } = composer
  const [isQuestion, setQuestion] = useState(draft.text('question', '') !== '')
  const mentioned = useMentioned()
  const add = useAddComment(course._id, draft.remove)

  function send({ text, at }: { text: string; at: number }, { onSuccess, onError }: SendCallbacks): void {
    if (user === null) {
      notify.error(LOGIN_TO_COMMENT, { timeout: SCREEN_TOAST_MS })
      return
    }
    add.mutate(
      { text, author: user, askedAt: isQuestion ? at : undefined, people: mentioned.people() },
      {
        onSuccess: () => {
          onSuccess()
          setQuestion(false)
        },
        onError,
      },
    )
  }

  return (
    <TimedComposer
      {...composer}
      {...asking}
      position={player.position}
      schema={CommentText}
      label="Add a comment"
      placeholder={COMMENT_PLACEHOLDER}
      avatar={<Avatar user={user ?? undefined} size={40} />}
      onRequestTaken={() => {
        setQuestion(true)
        asking.onRequestTaken?.()
      }}
      isPending={add.isPending}
      onSend={send}
    >
      {(second) => (
        <>
          <Mentioning form={composer.form} onChoose={mentioned.choose} />
          <AskSwitch position={second} checked={isQuestion} onChange={setQuestion} />
          {isQuestion && <input type="hidden" name="question" value="yes" />}
          <DraftLine draft={draft} />
          <Button type="submit" variant="primary" busy={add.isPending}>
            Add Comment
          </Button>
        </>
      )}
    </TimedComposer>
  )
}

interface AskSwitchProps {
  position: () => number
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Alone, because it changes every second. */
function AskSwitch({ position, checked, onChange }: AskSwitchProps) {
  return (
    <Switch checked={checked} onChange={onChange}>
      Ask at {formatTime(useSecond(position))}
    </Switch>
  )
}

/** The stored reply to a thread. Its form is open while there is one. */
export const useReplyDraft = ({ _id }: Thread) => useComposerDraft('reply to', _id)

interface ReplyFormProps extends ComposerProps {
  thread: Thread
  author: SessionUser
  /** Whether the field gets the focus: only if the user opened the form. */
  focused: boolean
  onClose: () => void
}

/** The reply appears at once; the form stays until the server has saved it. */
export function ReplyForm({ thread, author, focused, composer, onClose }: ReplyFormProps) {
  const { draft } = composer
  const mentioned = useMentioned()
  const add = useAddComment(thread.courseId, draft.remove)
  function cancel(): void {
    draft.remove()
    onClose()
  }
  return (
    <TimedComposer
      key={draft.version}
      {...composer}
      className={styles.replyForm}
      schema={CommentText}
      label={`Reply to ${thread.user?.username ?? 'this comment'}`}
      placeholder="Write a reply"
      first={{ text: draft.text('text', ''), focused }}
      isPending={add.isPending}
      onSend={({ text }, { onError }) =>
        add.mutate(
          { text, author, parentId: thread._id, people: mentioned.people() },
          { onSuccess: onClose, onError },
        )
      }
      onCancel={cancel}
    >
      {() => (
        <>
          <Mentioning form={composer.form} onChoose={mentioned.choose} />
          <DraftLine draft={{ ...draft, discard: cancel }} />
          <Button variant="ghost" size="sm" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="sm" busy={add.isPending}>
            Reply
          </Button>
        </>
      )}
    </TimedComposer>
  )
}
