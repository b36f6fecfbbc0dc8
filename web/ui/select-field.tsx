import { Select } from '@base-ui/react/select'
import { classNames } from './class-names.ts'
import type { FieldProps } from './field.tsx'
import { FieldFrame } from './field.tsx'
import { Icon } from './icon.tsx'
import input from './input.module.css'
import styles from './select-field.module.css'
import { useHydrated } from './use-hydrated.ts'

export type SelectOption = { value: string; label: string }

export type SelectFieldProps = FieldProps & {
  options: SelectOption[]
  placeholder: string
  value?: string | null
  defaultValue?: string
  onChange?: (value: string | null) => void
  /** Capitalises what is stored in lower case. */
  capital?: boolean
}

const triggerClasses = classNames(input.input, styles.trigger)

function Options({ options, capital = false }: Pick<SelectFieldProps, 'options' | 'capital'>) {
  return (
    <Select.Portal>
      <Select.Positioner className={styles.positioner} alignItemWithTrigger={false} sideOffset={6}>
        <Select.Popup className={styles.popup}>
          <Select.List className={styles.list}>
            {options.map(({ value, label }) => (
              <Select.Item
                key={value}
                value={value}
                className={classNames(styles.item, capital && styles.capital)}
              >
                <Select.ItemText>{label}</Select.ItemText>
                <Select.ItemIndicator className={styles.check}>
                  <Icon name="check" size="sm" />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.List>
        </Select.Popup>
      </Select.Positioner>
    </Select.Portal>
  )
}

/** One of several. Before hydration its place is held by a disabled control: Base UI's own markup carries inline styles. */
export function SelectField({
  options,
  placeholder,
  value,
  defaultValue,
  onChange,
  ...rest
}: SelectFieldProps) {
  const { capital, ...field } = rest
  const hydrated = useHydrated()
  return (
    <FieldFrame {...field} plainLabel>
      {hydrated ? (
        <Select.Root
          items={options}
          value={value}
          defaultValue={defaultValue}
          onValueChange={onChange}
          modal={false}
        >
          <Select.Trigger className={triggerClasses} aria-required={field.required || undefined}>
            <Select.Value
              placeholder={placeholder}
              className={classNames(styles.value, capital && styles.capital)}
            />
            <Select.Icon className={styles.icon}>
              <Icon name="chevron-down" />
            </Select.Icon>
          </Select.Trigger>
          <Options options={options} capital={capital} />
        </Select.Root>
      ) : (
        <button type="button" disabled className={triggerClasses}>
          {placeholder}
        </button>
      )}
    </FieldFrame>
  )
}
