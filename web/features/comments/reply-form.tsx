import { type FormEvent, useRef, useState } from 'react'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { Thread } from '#contract/comments/comments.ts'
import { checkDraft } from '#web/core/drafts.ts'
import { type FormDraft, useFormDraft } from '#web/core/form-draft.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import { CommentText, fieldError, focusText } from './comment-text.tsx'
import { CommentTextDraft } from './comment-text-draft.ts'
import { useAddComment } from './comments.queries.ts'
import styles from './reply-form.module.css'

interface ReplyFormProps {
  thread: Thread
  author: SessionUser
  /** Whether the field gets the focus: only if the user opened the form. */
  focused: boolean
  draft: FormDraft
  form: ReturnType<typeof useReplyDraft>['form']
  onClose: () => void
}

/** The stored reply to a thread. Its form is open while there is one. */
export function useReplyDraft({ _id }: Thread) {
  const form = useRef<HTMLFormElement>(null)
  return { form, draft: useFormDraft(`reply to ${_id}`, form) }
}

/** The reply appears at once; the form stays until the server has saved it. */
export function ReplyForm({ thread, author, focused, draft, form, onClose }: ReplyFormProps) {
  const [text, setText] = useState(draft.text('text', ''))
  const [error, setError] = useState<string>()
  const add = useAddComment(thread.courseId)

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (add.isPending) return
    const checked = checkDraft(CommentTextDraft, { text })
    showError(checked.errors?.text)
    if (checked.errors) return
    add.mutate(
      { text: checked.value.text, author, parentId: thread._id },
      {
        onSaved: draft.remove,
        onSuccess: onClose,
        onError: (failure) => showError(fieldError(failure)),
      },
    )
  }

  function showError(sentence: string | undefined): void {
    setError(sentence)
    if (sentence !== undefined) focusText(form)
  }

  function cancel(): void {
    draft.remove()
    onClose()
  }
  const discard = useDiscard({ isTyped: () => text.trim() !== '', onDiscard: cancel })

  return (
    <form
      ref={form}
      className={styles.form}
      onInput={draft.store}
      onSubmit={submit}
      onKeyDown={discard.closeOnEscape}
    >
      <CommentText
        label={`Reply to ${thread.user?.username ?? 'this comment'}`}
        placeholder="Write a reply"
        text={text}
        error={error}
        onChange={setText}
        focused={focused}
      />
      <div className={styles.buttons}>
        <Button variant="ghost" size="sm" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="sm" busy={add.isPending}>
          Reply
        </Button>
      </div>
      {discard.question}
    </form>
  )
}
