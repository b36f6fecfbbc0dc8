import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { CourseTexts } from '#contract/outline.ts'
import { checkDraft } from '#web/core/drafts.ts'
import styles from './outline.module.css'

const Draft = CourseTexts.pick({ title: true })

interface TitleEditorProps {
  label: string
  title: string
  /** Called with a valid title that differs from the former one. */
  onSave: (title: string) => void
  /** Called by Escape, by an unchanged title, and after `onSave`. */
  onClose: () => void
}

/** A title edited in place: Enter or leaving the field saves it, Escape keeps the former one. */
export function TitleEditor({ label, title, onSave, onClose }: TitleEditorProps) {
  const id = useId()
  const [error, setError] = useState<string>()
  const closed = useRef(false)

  function close(): void {
    closed.current = true
    onClose()
  }
  function save(input: HTMLInputElement): void {
    if (closed.current) return
    const { value, errors } = checkDraft(Draft, { title: input.value })
    if (errors) {
      setError(errors.title)
      input.focus()
      return
    }
    if (value.title !== title) onSave(value.title)
    close()
  }
  function pressed(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') save(event.currentTarget)
    if (event.key === 'Escape') close()
  }

  return (
    <span className={styles.editor}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
        dir="auto"
        defaultValue={title}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={pressed}
        onBlur={({ currentTarget }) => save(currentTarget)}
      />
      {error !== undefined && (
        <span id={id} role="alert" className={styles.error}>
          {error}
        </span>
      )}
    </span>
  )
}
