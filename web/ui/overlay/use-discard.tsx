import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Confirm } from './confirm.tsx'

interface DiscardOptions {
  /** Whether the user typed something that would be lost. */
  isTyped: () => boolean
  /** Closes the form. */
  onDiscard: () => void
}

/**
 * Escape closes a form, but asks before it throws typed text away. `question` can be rendered inside the form: its keys do
 * nothing there.
 */
export function useDiscard({ isTyped, onDiscard }: DiscardOptions) {
  const [isAsking, setAsking] = useState(false)

  function leave(): void {
    if (isTyped()) setAsking(true)
    else onDiscard()
  }
  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isAsking) return
    event.preventDefault()
    leave()
  }
  const question = isAsking && (
    <Confirm
      title="Discard your text?"
      text="What you typed will be lost."
      cancel="Keep writing"
      action="Discard"
      onClose={() => setAsking(false)}
      onConfirm={() => {
        // The form cannot return the focus while the question covers the page.
        flushSync(() => setAsking(false))
        onDiscard()
      }}
    />
  )
  return { leave, closeOnEscape, question, isAsking }
}
