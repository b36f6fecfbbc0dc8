import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Draft } from '#web/core/drafts/draft.ts'
import { type FirstText, textErrorOf, useComposerDraft } from './timed-composer.tsx'

/**
 * A stored text that is changed in its place. Its form is open while there is a draft. It closes when the change is sent, and
 * `reopen` shows it again with the input if the server rejects that.
 */
export function useTextEditing(kind: string, subject: string, stored: string) {
  const { form, draft } = useComposerDraft(kind, subject)
  const [editing, setEditing] = useState<FirstText>()
  const [restored, setRestored] = useState<Draft>()
  if (draft.restored !== restored) {
    setRestored(draft.restored)
    if (draft.restored) setEditing({ text: draft.restored.fields.text ?? stored })
  }
  const editButton = useRef<HTMLButtonElement>(null)

  function close(): void {
    flushSync(() => setEditing(undefined))
    editButton.current?.focus()
  }
  function cancel(): void {
    draft.remove()
    close()
  }
  return {
    editing,
    /** The button that opens the form; it gets the focus when the form closes. */
    editButton,
    /** For the line below the form: to discard the draft closes the form. */
    draft: { ...draft, discard: cancel },
    open: () => setEditing({ text: stored, focused: true }),
    close,
    /** The focus moves to the form only if the user is still where it was. */
    reopen: (text: string, error: unknown) =>
      setEditing({
        text,
        error: textErrorOf(error),
        focused: document.activeElement === editButton.current,
      }),
    /** The props of the composer. */
    composer: {
      form,
      draft,
      stored,
      onCancel: cancel,
    },
  }
}
