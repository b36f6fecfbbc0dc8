import { Field as BaseField } from '@base-ui/react/field'
import { classNames } from './class-names.ts'
import type { FieldProps } from './field.tsx'
import { FieldFrame } from './field.tsx'
import { Icon } from './icon.tsx'
import input from './input.module.css'
import styles from './select-field.module.css'

export type SelectFieldProps = FieldProps & {
  options: readonly { value: string; label: string }[]
  /** Shown while nothing is chosen; the value is then the empty text. Without it the first option is chosen. */
  placeholder?: string
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  /** Capitalises what is stored in lower case. */
  capital?: boolean
}

/** One of several, in the browser's own list: it fits each device's fingers and keys, and opens without a script. */
export function SelectField({ options, placeholder, capital = false, ...rest }: SelectFieldProps) {
  const { value, defaultValue, onChange, ...field } = rest
  return (
    <FieldFrame {...field}>
      <div className={styles.wrap}>
        <BaseField.Control
          render={
            <select>
              {placeholder && (
                <option value="" disabled hidden>
                  {placeholder}
                </option>
              )}
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          }
          value={value}
          defaultValue={defaultValue ?? (placeholder && value === undefined ? '' : undefined)}
          onValueChange={onChange}
          aria-required={field.required || undefined}
          className={classNames(input.input, styles.select, capital && styles.capital)}
        />
        <Icon name="chevron-down" />
      </div>
    </FieldFrame>
  )
}
