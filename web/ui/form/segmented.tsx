import { classNames } from '#web/ui/class-names.ts'
import type { RadioGroupProps } from './radio-group.ts'
import { radioProps } from './radio-group.ts'
import styles from './segmented.module.css'

export type SegmentedProps<Value extends string> = RadioGroupProps<Value> & {
  options: readonly { value: Value; label: string }[]
  /** Spans both columns of a two-column form. */
  span?: boolean
}

/** Native radios side by side, for two to four short labels. */
export function Segmented<Value extends string>({ options, span = false, ...group }: SegmentedProps<Value>) {
  return (
    <fieldset className={classNames(span && styles.span)} disabled={group.disabled}>
      <legend className={classNames(group.hideLegend ? 'sr' : styles.legend)}>{group.legend}</legend>
      <div className={styles.bar}>
        {options.map(({ value, label }) => (
          <label key={value} className={styles.segment}>
            <input {...radioProps(group, value)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
