import type { KeyboardEvent, RefObject, SyntheticEvent } from 'react'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import { keepFocusWithin, useModal } from '#web/ui/overlay/use-modal.ts'

const TEXTS =
  'textarea, input:not([type="password"], [autocomplete$="-password"], [type="radio"], [type="checkbox"], [type="hidden"])'

interface FormDialogOptions {
  /** Gets the focus at first. */
  first: RefObject<HTMLElement | null>
  /** While the form is being sent, the dialog cannot be closed. */
  isPending: boolean
  onClose: () => void
  /** Whether it begins with a draft, which is typed text, too. */
  hasDraft?: boolean
  /** Gets the focus after the dialog, if the element that opened it is gone. */
  finalFocus?: (() => HTMLElement | null) | undefined
}

/**
 * A modal dialog with a form of uncontrolled fields. Escape and Cancel ask before they throw typed text away. `dialog` has the
 * props of the element, and `question` belongs inside it.
 */
export function useFormDialog({ first, isPending, hasDraft = false, ...on }: FormDialogOptions) {
  const ref = useModal(first, on.finalFocus)
  const discard = useDiscard({ isTyped: () => hasDraft || hasTypedText(ref.current), onDiscard: on.onClose })
  return {
    dialog: {
      ref,
      closedby: isPending ? 'none' : 'closerequest',
      // A phone asks to close with its back gesture, without a key.
      onCancel: (event: SyntheticEvent) => {
        event.preventDefault()
        if (!(isPending || discard.isAsking)) discard.leave()
      },
      onKeyDown: (event: KeyboardEvent<HTMLDialogElement>) => {
        if (discard.isAsking) return
        keepFocusWithin(event)
        if (!isPending) discard.closeOnEscape(event)
      },
    } as const,
    /** For Cancel. */
    close: () => {
      if (!isPending) discard.leave()
    },
    question: discard.question,
  }
}

function hasTypedText(dialog: HTMLElement | null): boolean {
  const fields = dialog?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXTS) ?? []
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue)
}
