import { type RefObject, useId } from 'react'
import styles from './note-field.module.css'

interface NoteFieldProps {
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder?: string
  /** The id of a text that describes the field. */
  describedBy?: string
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

export function NoteField({ field, label, describedBy, text, error, ...rest }: NoteFieldProps) {
  const { placeholder, onChange } = rest
  const id = useId()
  const described = [describedBy, error !== undefined && `${id}-error`].filter(Boolean).join(' ')
  return (
    <>
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        name="text"
        className={styles.text}
        rows={3}
        dir="auto"
        value={text}
        placeholder={placeholder}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={described || undefined}
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
