import { type FormEvent, type RefObject, useState } from 'react'
import { checkDraft } from '#web/core/drafts.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import styles from './comment-editor.module.css'
import { CommentText, focusText } from './comment-text.tsx'
import { CommentTextDraft } from './comment-text-draft.ts'

export interface Draft {
  text: string
  error?: string | undefined
  /** Whether the editor gets the focus: only if the user opened it. */
  focused?: boolean
}

interface CommentEditorProps {
  form: RefObject<HTMLFormElement | null>
  draft: Draft
  /** The text that the editor changes. */
  stored: string
  onInput: (event: FormEvent<HTMLFormElement>) => void
  onSave: (text: string) => void
  onCancel: () => void
}

/** The form that changes a comment in its place. */
export function CommentEditor({ form, draft, stored, onInput, onSave, onCancel }: CommentEditorProps) {
  const [text, setText] = useState(draft.text)
  const [error, setError] = useState(draft.error)
  const discard = useDiscard({ isTyped: () => text !== stored, onDiscard: onCancel })

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
      onKeyDown={discard.closeOnEscape}
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
      {discard.question}
    </form>
  )
}
