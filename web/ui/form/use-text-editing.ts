import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FirstText, textErrorOf, useComposerDraft } from './timed-composer.tsx'

/**
 * A stored text that is changed in its place. Its form is open while there is a draft. It closes when the change is sent, and
 * `reopen` shows it again with the input if the server rejects that.
 */
export function useTextEditing(name: string, stored: string) {
  const { form, draft } = useComposerDraft(name)
  const [editing, setEditing] = useState<FirstText | undefined>(
    draft.isRestored ? { text: draft.text('text', stored) } : undefined,
  )
  const editButton = useRef<HTMLButtonElement>(null)

  function close(): void {
    flushSync(() => setEditing(undefined))
    editButton.current?.focus()
  }
  return {
    editing,
    /** The button that opens the form; it gets the focus when the form closes. */
    editButton,
    draft,
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
      onCancel: () => {
        draft.remove()
        close()
      },
    },
  }
}
