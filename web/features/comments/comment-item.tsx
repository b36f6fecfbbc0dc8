import { type FormEvent, useRef, useState } from 'react'
import type { Comment } from '#contract/comments.ts'
import { checkDraft } from '#web/core/drafts.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { CommentText, fieldError } from './comment-form.tsx'
import styles from './comment-item.module.css'
import { CommentWords } from './comment-words.ts'
import { useEditComment } from './comments.queries.ts'
import { isSending } from './thread.ts'

interface CommentItemProps {
  comment: Comment
  /** Asks before it is removed. */
  onRemove: (comment: Comment) => void
}

/** View and edit mode (specification section 4); the controls stand on one's own comments only (section 6). */
export function CommentItem({ comment, onRemove }: CommentItemProps) {
  const viewer = useCurrentUser()
  const [editing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const mine = viewer?._id === comment.user._id
  const settled = !isSending(comment)

  function backToView(): void {
    setEditing(false)
    requestAnimationFrame(() => editButton.current?.focus())
  }

  return (
    <li className={styles.comment} aria-busy={!settled || undefined}>
      <Avatar user={comment.user} size={40} />
      <div className={styles.main}>
        <div className={styles.top}>
          <b dir="auto">{comment.user.username}</b>
          {mine && <span className={styles.you}>You</span>}
          <time className="num" dateTime={comment.createdAt}>
            {comment.createdAt.slice(0, 10)}
          </time>
        </div>
        {settled && !editing && mine && (
          <span className={styles.tools}>
            <Button ref={editButton} variant="ghost" size="sm" onClick={() => setEditing(true)}>
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
          <CommentEditor comment={comment} onDone={backToView} />
        ) : (
          <div className={styles.body}>
            <RichText>{comment.text}</RichText>
          </div>
        )}
      </div>
    </li>
  )
}

function CommentEditor({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const [text, setText] = useState(comment.text)
  const [error, setError] = useState<string>()
  const edit = useEditComment(comment)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (edit.isPending) return
    const checked = checkDraft(CommentWords, { text })
    setError(checked.errors?.text)
    if (checked.errors) return
    edit.mutate(checked.value.text, {
      onSuccess: onDone,
      onError: (refused) => setError(fieldError(refused)),
    })
  }

  return (
    <form
      className={styles.editor}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
    >
      <CommentText label="Edit your comment" text={text} error={error} onChange={setText} focused />
      <div className={styles.buttons}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={edit.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
