import { classNames } from '#web/ui/class-names.ts'
import styles from './radio-cards.module.css'
import type { RadioGroupProps } from './radio-group.ts'
import { radioProps } from './radio-group.ts'

export type RadioCardsProps<Value extends string> = RadioGroupProps<Value> & {
  options: readonly { value: Value; label: string; help?: string }[]
  columns?: 1 | 2
}

/** Native radios as cards, each with a label and a sentence. The style sheet capitalises the first letter. */
export function RadioCards<Value extends string>({ options, columns = 1, ...group }: RadioCardsProps<Value>) {
  return (
    <fieldset className={classNames(styles.cards, columns === 2 && styles.two)} disabled={group.disabled}>
      <legend className={classNames(group.hideLegend ? 'sr' : styles.legend)}>{group.legend}</legend>
      {options.map(({ value, label, help }) => (
        <label key={value} className={styles.card}>
          <input {...radioProps(group, value)} />
          <span>
            <strong>{label}</strong>
            {help && <small>{help}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
