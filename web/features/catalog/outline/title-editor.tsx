import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { CourseTexts } from '#contract/catalog/outline.ts'
import { checkDraft } from '#web/core/check-draft.ts'
import { useDiscard } from '#web/ui/overlay/use-discard.tsx'
import styles from './outline.module.css'

const Draft = CourseTexts.pick({ title: true })

interface TitleEditorProps {
  label: string
  title: string
  /** Called with a valid title that differs from the former one. */
  onSave: (title: string) => void
  /** Called after `onSave`, and when nothing changes. `byKey`: the field had the focus, which belongs to the row now. */
  onClose: (byKey: boolean) => void
}

/**
 * A title edited in place: Enter or leaving the field saves it, Escape keeps the former one. A title that is not valid stays
 * in the field, which can be left all the same.
 */
export function TitleEditor({ label, title, onSave, onClose }: TitleEditorProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const closed = useRef(false)
  const typed = () => field.current?.value ?? title
  const discard = useDiscard({ isTyped: () => typed() !== title, onDiscard: () => close(true) })
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])

  function close(byKey: boolean): void {
    closed.current = true
    onClose(byKey)
  }
  function save(byKey: boolean): void {
    if (closed.current || discard.isAsking) return
    if (typed() === title) {
      close(byKey)
      return
    }
    const { value, errors } = checkDraft(Draft, { title: typed() })
    setError(errors?.title)
    if (errors) return
    if (value.title !== title) onSave(value.title)
    close(byKey)
  }
  function pressed(event: KeyboardEvent<HTMLInputElement>): void {
    discard.closeOnEscape(event)
    if (event.key !== 'Enter') return
    // The same press must not press the button that gets the focus.
    event.preventDefault()
    save(true)
  }

  return (
    <span className={styles.editor}>
      <input
        ref={field}
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
        dir="auto"
        defaultValue={title}
        onKeyDown={pressed}
        onBlur={() => save(false)}
      />
      {error !== undefined && (
        <span id={id} role="alert" className={styles.error}>
          {error}
        </span>
      )}
      {discard.question}
    </span>
  )
}
