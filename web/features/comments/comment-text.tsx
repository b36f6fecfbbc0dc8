import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { ApiError } from '#web/core/api-error.ts'
import styles from './comment-text.module.css'

export const focusText = (form: RefObject<HTMLFormElement | null>) =>
  form.current?.querySelector('textarea')?.focus()

export const fieldError = (error: unknown) => (error instanceof ApiError ? error.errors?.text : undefined)

interface CommentTextProps {
  label: string
  placeholder?: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
  /** Focuses the field and moves the cursor to the end. */
  focused?: boolean
}

/** The text field of the forms for comments and replies. */
export function CommentText({ label, text, error, onChange, ...rest }: CommentTextProps): ReactNode {
  const { placeholder = 'Ask a question or share what clicked', focused = false } = rest
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
        placeholder={placeholder}
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
