import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comment, Thread } from '#contract/comments.ts'
import { COMMENT_REMOVED } from '#contract/messages.ts'
import { useFormDraft } from '#web/core/form-draft.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { TimedText } from '#web/ui/timed-text.tsx'
import { CommentBadges } from './comment-badges.tsx'
import { CommentEditor, type Draft } from './comment-editor.tsx'
import styles from './comment-item.module.css'
import { fieldError } from './comment-text.tsx'
import { useEditComment } from './comments.queries.ts'
import { isSending } from './threads.ts'
import { commentElementId } from './use-named-comment.ts'

/** The props that every comment of a course needs. */
export interface CommentContext {
  /** The teacher of the course. Their comments are marked. */
  teacherId: string
  /** The comment that the address names. */
  named?: string | undefined
  /** Of the video; null while it is unknown. */
  duration: number | null
  /** Moves the video. */
  onSeek: (seconds: number) => void
  /** Opens the dialog that confirms the removal. */
  onRemove: (comment: Comment | Thread) => void
}

interface CommentItemProps {
  comment: Comment | Thread
  /** The thread of a reply. */
  thread?: Thread
  context: CommentContext
  /** The actions below the text. */
  children?: ReactNode
}

/** The comment that the address names gets the focus. */
function placeOf({ _id }: Pick<Comment, '_id'>, named: string | undefined) {
  return { id: commentElementId(_id), ...(named === _id && { tabIndex: -1, 'data-named': true }) }
}

/** View and edit mode (specification section 4). Only the user's own comments can be edited (section 6). */
export function CommentItem({ comment, thread, context, children }: CommentItemProps) {
  const { teacherId, duration, named, onSeek, onRemove } = context
  const viewer = useCurrentUser()
  const edit = useEditComment(comment)
  const { form, draft, editing, setEditing, editButton, backToView, save } = useEditing(comment, edit)
  const isMine = viewer !== null && viewer._id === comment.user?._id
  const saved = !isSending(comment)
  const isAnswer = thread?.answeredBy === comment._id

  if (comment.user === null) return <RemovedComment />
  return (
    <div
      {...placeOf(comment, named)}
      className={classNames(styles.comment, thread && styles.reply, isAnswer && styles.answer)}
      aria-busy={!saved || edit.isPending || undefined}
    >
      <Avatar user={comment.user} size={thread ? 32 : 40} />
      <div className={styles.main}>
        <div className={styles.top}>
          <b dir="auto">{comment.user.username}</b>
          <CommentBadges {...{ comment, thread, teacherId, isMine, onSeek }} />
          <time className="num" dateTime={comment.createdAt}>
            {comment.createdAt.slice(0, 10)}
          </time>
        </div>
        {saved && !editing && isMine && (
          <span className={styles.tools}>
            <Button
              ref={editButton}
              variant="ghost"
              size="sm"
              busy={edit.isPending && 'Saving...'}
              onClick={() => setEditing({ text: comment.text, focused: true })}
            >
              <Icon name="edit" />
              Edit
            </Button>
            <Button variant="ghost" size="sm" onClick={() => onRemove(comment)}>
              <Icon name="trash" />
              Delete
            </Button>
          </span>
        )}
        {editing ? (
          <CommentEditor
            form={form}
            draft={editing}
            onInput={draft.store}
            onSave={save}
            onCancel={() => {
              draft.remove()
              backToView()
            }}
          />
        ) : (
          <div className={styles.body}>
            <TimedText duration={duration} onSeek={onSeek}>
              {comment.text}
            </TimedText>
          </div>
        )}
        {saved && !editing && children && <div className={styles.actions}>{children}</div>}
      </div>
    </div>
  )
}

function RemovedComment() {
  return (
    <div className={styles.comment}>
      <Avatar user={undefined} size={40} />
      <p className={styles.removed}>{COMMENT_REMOVED}</p>
    </div>
  )
}

function useEditing(comment: Comment | Thread, edit: ReturnType<typeof useEditComment>) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(`change of ${comment._id}`, form)
  const [editing, setEditing] = useState<Draft | undefined>(
    draft.isRestored ? { text: draft.text('text', comment.text) } : undefined,
  )
  const editButton = useRef<HTMLButtonElement>(null)

  function backToView(): void {
    flushSync(() => setEditing(undefined))
    editButton.current?.focus()
  }

  /** Shows the new text at once. If the server rejects it, the form opens again with the input. */
  function save(text: string): void {
    backToView()
    edit.mutate(text, {
      onSaved: draft.remove,
      onError: (error) => {
        const focused = document.activeElement === editButton.current
        setEditing({ text, error: fieldError(error), focused })
      },
    })
  }
  return { form, draft, editing, setEditing, editButton, backToView, save }
}
