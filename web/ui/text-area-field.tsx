import { Field as BaseField } from '@base-ui/react/field'
import type { FieldProps } from './field.tsx'
import { FieldFrame } from './field.tsx'
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
  const { placeholder, ...field } = rest
  return (
    <FieldFrame {...field}>
      <BaseField.Control
        render={<textarea rows={rows} placeholder={placeholder} dir="auto" />}
        value={value}
        defaultValue={defaultValue}
        onValueChange={onChange}
        aria-required={field.required || undefined}
        className={styles.input}
      />
    </FieldFrame>
  )
}
