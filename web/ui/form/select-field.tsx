import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import type { FieldProps } from './field.tsx'
import { FieldFrame, useField } from './field.tsx'
import input from './input.module.css'
import styles from './select-field.module.css'

export type SelectFieldProps = FieldProps & {
  options: readonly { value: string; label: string }[]
  /** Shown while nothing is chosen; the value is then empty. Without it the first option is chosen. */
  placeholder?: string
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  /** Capitalises values that are stored in lower case. */
  capital?: boolean
}

/** A native select: it works with touch and keyboard on every device, and without scripts. */
export function SelectField({ options, placeholder, capital = false, ...rest }: SelectFieldProps) {
  const { value, defaultValue, onChange, label, span, ...own } = rest
  const field = useField(own, onChange)
  const isOption = options.some((option) => option.value === value)
  return (
    <FieldFrame {...{ field, label, span }} required={own.required} help={own.help}>
      <div className={styles.wrap}>
        <select
          {...field.control}
          // For a value that is no option, browsers would show the first one.
          value={placeholder && value !== undefined && !isOption ? '' : value}
          defaultValue={defaultValue ?? (placeholder && value === undefined ? '' : undefined)}
          className={classNames(input.input, styles.select, capital && styles.capital)}
        >
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
        <Icon name="chevron-down" />
      </div>
    </FieldFrame>
  )
}
