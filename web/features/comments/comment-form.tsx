import type { SessionUser } from '#contract/account/session-user.ts'
import { COMMENT_TEXT } from '#contract/comments/comment-text.ts'
import type { Thread } from '#contract/comments/comments.ts'
import { LOGIN_TO_COMMENT } from '#contract/watching-messages.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { useComposedVideo, useWatch } from '#web/features/catalog/courses/watch-context.tsx'
import { useWrittenSeconds } from '#web/features/catalog/courses/written-seconds.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { usePauseWhileTyping } from '#web/features/video/player/use-pause-while-typing.ts'
import { DraftLine } from '#web/ui/form/draft-line.tsx'
import {
  type ComposerDraft,
  type SendCallbacks,
  type Sent,
  TimedComposer,
  useComposerDraft,
} from '#web/ui/form/timed-composer.tsx'
import type { WriteRequest } from '#web/ui/form/written.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './comment-item.module.css'
import { useAddComment } from './comments.queries.ts'
import { Mentioning, useMentioned } from './mentioning.tsx'

export const COMMENT_PLACEHOLDER = 'Ask a question or share what clicked'

export interface CommentFormProps {
  /** The user wants to ask a question here. */
  request?: WriteRequest | undefined
  onRequestTaken?: () => void
}

/** The input is stored until the server has saved it, also while the user watches another video. */
export function CommentForm(asking: CommentFormProps) {
  const { course, viewer, player } = useWatch()
  const user = useCurrentUser()
  const composer = useComposerDraft('comment on', course._id)
  const { draft } = composer
  const mentioned = useMentioned()
  const add = useAddComment(course._id, draft.remove)
  const pause = usePauseWhileTyping(viewer, player.control)
  const { show } = useWrittenSeconds()

  function send({ text, at, question, quote }: Sent, { onSuccess, onError }: SendCallbacks): void {
    if (user === null) {
      notify.error(LOGIN_TO_COMMENT, { timeout: SCREEN_TOAST_MS })
      return
    }
    const isTimed = question || quote !== undefined
    add.mutate(
      { text, author: user, question, quote, at: isTimed ? at : undefined, people: mentioned.people() },
      {
        onSuccess: () => {
          onSuccess()
          pause.end()
        },
        onError,
      },
    )
  }

  return (
    <TimedComposer
      key={draft.version}
      {...composer}
      {...asking}
      video={useComposedVideo()}
      asks
      rule={COMMENT_TEXT}
      label="Add a comment"
      placeholder={COMMENT_PLACEHOLDER}
      avatar={<Avatar user={user ?? undefined} size={40} />}
      onSecond={(at) => show('comment', at)}
      onBegin={pause.begin}
      isPending={add.isPending}
      onSend={send}
    >
      <Mentioning form={composer.form} onChoose={mentioned.choose} />
      <DraftLine draft={draft} />
      <Button type="submit" variant="primary" busy={add.isPending}>
        Add Comment
      </Button>
    </TimedComposer>
  )
}

/** The stored reply to a thread. Its form is open while there is one. */
export const useReplyDraft = ({ _id }: Thread) => useComposerDraft('reply to', _id)

interface ReplyFormProps {
  composer: ComposerDraft
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
      rule={COMMENT_TEXT}
      label={`Reply to ${thread.user?.username ?? 'this comment'}`}
      placeholder="Write a reply"
      first={{ text: draft.restored?.fields.text ?? '', focused }}
      isPending={add.isPending}
      onSend={({ text }, { onError }) =>
        add.mutate(
          { text, author, parentId: thread._id, people: mentioned.people() },
          { onSuccess: onClose, onError },
        )
      }
      onCancel={cancel}
    >
      <Mentioning form={composer.form} onChoose={mentioned.choose} />
      <DraftLine draft={{ ...draft, discard: cancel }} />
      <Button variant="ghost" size="sm" onClick={cancel}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" size="sm" busy={add.isPending}>
        Reply
      </Button>
    </TimedComposer>
  )
}
