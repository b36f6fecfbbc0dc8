import type { FieldProps } from './field.tsx'
import { FieldFrame, useField } from './field.tsx'
import styles from './input.module.css'

export type TextAreaFieldProps = FieldProps & {
  rows?: number
  placeholder?: string
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}

/** Several lines of text. */
export function TextAreaField({ rows = 4, value, defaultValue, onChange, ...rest }: TextAreaFieldProps) {
  const { placeholder, label, span, ...own } = rest
  const field = useField(own, onChange)
  return (
    <FieldFrame {...{ field, label, span }} required={own.required} help={own.help}>
      <textarea
        {...field.control}
        rows={rows}
        placeholder={placeholder}
        dir="auto"
        value={value}
        defaultValue={defaultValue}
        className={styles.input}
      />
    </FieldFrame>
  )
}
