import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { LOGIN_TO_COMMENT } from '#contract/messages.ts'
import type { SessionUser } from '#contract/session-user.ts'
import { ApiError } from '#web/core/api-error.ts'
import { checkDraft } from '#web/core/drafts.ts'
import { type FormDraft, useFormDraft } from '#web/core/form-draft.ts'
import { notify, SCREEN_TOAST_MS } from '#web/core/toasts.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { DraftRestored } from '#web/ui/draft-restored.tsx'
import styles from './comment-form.module.css'
import { CommentTextDraft } from './comment-text-draft.ts'
import { useAddComment } from './comments.queries.ts'

interface CommentFormProps {
  courseId: string
  user: SessionUser | null
}

/** The input is stored until the server has saved it, also while the user watches another video. */
export function CommentForm(props: CommentFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(`comment on ${props.courseId}`, form)
  return <CommentComposer key={draft.version} {...props} form={form} draft={draft} />
}

interface CommentComposerProps extends CommentFormProps {
  form: RefObject<HTMLFormElement | null>
  draft: FormDraft
}

function CommentComposer({ courseId, user, form, draft }: CommentComposerProps) {
  const [text, setText] = useState(draft.text('text', ''))
  const [error, setError] = useState<string>()
  const add = useAddComment(courseId)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (add.isPending) return
    if (user === null) {
      notify.error(LOGIN_TO_COMMENT, { timeout: SCREEN_TOAST_MS })
      return
    }
    const checked = checkDraft(CommentTextDraft, { text })
    showError(checked.errors?.text)
    if (checked.errors) return
    add.mutate(
      { text: checked.value.text, author: user },
      {
        // The text that the user typed in the meantime is the next comment.
        onSaved: () => draft.holds('text', text) && draft.remove(),
        onSuccess: () => setText((now) => (now === text ? '' : now)),
        onError: (error) => showError(fieldError(error)),
      },
    )
  }

  function showError(sentence: string | undefined): void {
    setError(sentence)
    if (sentence !== undefined) focusText(form)
  }

  return (
    <form ref={form} className={styles.composer} onInput={draft.store} onSubmit={submit}>
      <Avatar user={user ?? undefined} size={40} />
      <div>
        <CommentText label="Add a comment" text={text} error={error} onChange={setText} />
        <div className={styles.buttons}>
          {draft.isRestored && <DraftRestored onDiscard={draft.discard} />}
          <Button type="submit" variant="primary" busy={add.isPending}>
            Add Comment
          </Button>
        </div>
      </div>
    </form>
  )
}

export const focusText = (form: RefObject<HTMLFormElement | null>) =>
  form.current?.querySelector('textarea')?.focus()

export const fieldError = (error: unknown) => (error instanceof ApiError ? error.errors?.text : undefined)

interface CommentTextProps {
  label: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
  /** Focuses the field and moves the cursor to the end. */
  focused?: boolean
}

export function CommentText({ label, text, error, onChange, focused = false }: CommentTextProps): ReactNode {
  const id = useId()
  const arrived = useRef(false)
  function moveCursorToEnd(area: HTMLTextAreaElement | null): void {
    if (!(area && focused) || arrived.current) return
    arrived.current = true
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
  }
  return (
    <>
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={moveCursorToEnd}
        id={id}
        name="text"
        className={styles.text}
        rows={2}
        dir="auto"
        value={text}
        placeholder="Ask a question or share what clicked"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}
