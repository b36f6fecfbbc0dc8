import { type FormEvent, memo, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comment } from '#contract/comments.ts'
import { checkDraft } from '#web/core/drafts.ts'
import { useFormDraft } from '#web/core/form-draft.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RichText } from '#web/ui/rich-text.tsx'
import { CommentText, fieldError, focusText } from './comment-form.tsx'
import styles from './comment-item.module.css'
import { CommentTextDraft } from './comment-text-draft.ts'
import { useEditComment } from './comments.queries.ts'
import { isSending } from './thread.ts'

interface CommentItemProps {
  comment: Comment
  /** The teacher of the course. Their comments are marked. */
  teacherId: string
  /** Opens the dialog that confirms the removal. */
  onRemove: (comment: Comment) => void
}

/** View and edit mode (specification section 4). Only the user's own comments have controls (section 6). */
export const CommentItem = memo(({ comment, teacherId, onRemove }: CommentItemProps) => {
  const viewer = useCurrentUser()
  const form = useRef<HTMLFormElement>(null)
  const storedDraft = useFormDraft(`change of ${comment._id}`, form)
  const [draft, setDraft] = useState<Draft | undefined>(
    storedDraft.isRestored ? { text: storedDraft.text('text', comment.text) } : undefined,
  )
  const editButton = useRef<HTMLButtonElement>(null)
  const edit = useEditComment(comment)
  const mine = viewer?._id === comment.user._id
  const saved = !isSending(comment)

  function backToView(): void {
    flushSync(() => setDraft(undefined))
    editButton.current?.focus()
  }

  /** Shows the new text at once. If the server rejects it, the form opens again with the input. */
  function save(text: string): void {
    backToView()
    edit.mutate(text, {
      onSaved: storedDraft.remove,
      onError: (error) => {
        const focused = document.activeElement === editButton.current
        setDraft({ text, error: fieldError(error), focused })
      },
    })
  }

  return (
    <li className={styles.comment} aria-busy={!saved || edit.isPending || undefined}>
      <Avatar user={comment.user} size={40} />
      <div className={styles.main}>
        <div className={styles.top}>
          <b dir="auto">{comment.user.username}</b>
          {mine && <span className={styles.tag}>You</span>}
          {comment.user._id === teacherId && (
            <span className={styles.tag}>
              <Icon name="school" size="sm" />
              Teacher
            </span>
          )}
          <time className="num" dateTime={comment.createdAt}>
            {comment.createdAt.slice(0, 10)}
          </time>
        </div>
        {saved && !draft && mine && (
          <span className={styles.tools}>
            <Button
              ref={editButton}
              variant="ghost"
              size="sm"
              busy={edit.isPending && 'Saving...'}
              onClick={() => setDraft({ text: comment.text, focused: true })}
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
        {draft ? (
          <CommentEditor
            form={form}
            draft={draft}
            onInput={storedDraft.store}
            onSave={save}
            onCancel={() => {
              storedDraft.remove()
              backToView()
            }}
          />
        ) : (
          <div className={styles.body}>
            <RichText>{comment.text}</RichText>
          </div>
        )}
      </div>
    </li>
  )
})

interface Draft {
  text: string
  error?: string
  /** Whether the editor gets the focus: only if the user opened it. */
  focused?: boolean
}

interface CommentEditorProps {
  form: RefObject<HTMLFormElement | null>
  draft: Draft
  onInput: (event: FormEvent<HTMLFormElement>) => void
  onSave: (text: string) => void
  onCancel: () => void
}

function CommentEditor({ form, draft, onInput, onSave, onCancel }: CommentEditorProps) {
  const [text, setText] = useState(draft.text)
  const [error, setError] = useState(draft.error)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const checked = checkDraft(CommentTextDraft, { text })
    setError(checked.errors?.text)
    if (checked.errors) focusText(form)
    else onSave(checked.value.text)
  }

  return (
    <form
      ref={form}
      className={styles.editor}
      onInput={onInput}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <CommentText
        label="Edit your comment"
        text={text}
        error={error}
        onChange={setText}
        focused={draft.focused}
      />
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save
        </Button>
      </div>
    </form>
  )
}
