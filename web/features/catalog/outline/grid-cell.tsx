import type { ChangeEvent, ClipboardEvent, KeyboardEvent } from 'react'
import type { Field } from './cells.ts'
import type { Order } from './order.ts'
import styles from './outline.module.css'

export const LABELS: Record<Field, string> = {
  title: 'Title',
  description: 'Description',
  section: 'Section',
}

interface CellProps {
  name: string
  row: number
  field: Field
  order: Order
  stored: string
  /** The text that is not saved yet. */
  changed: string | undefined
  error: string | undefined
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onPaste: (event: ClipboardEvent<HTMLElement>) => void
}

/** One cell: a text, several lines of text, or the choice of a section. */
export function Cell({ name, row, field, order, stored, changed, error, onChange, ...handlers }: CellProps) {
  const id = `error-${name.replace(' ', '-')}`
  const label = `${LABELS[field]} of video ${row}`
  const control = {
    ...handlers,
    'data-cell': name,
    'aria-label': changed === undefined ? label : `${label}, not saved`,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': error === undefined ? undefined : id,
    value: changed ?? stored,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange(currentTarget.value),
  }
  return (
    <td data-changed={changed === undefined ? undefined : ''} data-field={field}>
      {field === 'title' && <input {...control} dir="auto" />}
      {field === 'description' && <textarea {...control} dir="auto" rows={2} />}
      {field === 'section' && (
        <select {...control}>
          <option value="">Before the first section</option>
          {order.sections.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      )}
      {error !== undefined && (
        <span id={id} className={styles.error}>
          {error}
        </span>
      )}
    </td>
  )
}
