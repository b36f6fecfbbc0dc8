import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import styles from './radio-cards.module.css'
import type { RadioGroupProps } from './radio-group.ts'
import { radioProps } from './radio-group.ts'

interface RadioCard<Value extends string> {
  value: Value
  label: string
  help?: string
  icon?: IconName
  /** Further fields of this choice, inside of its card. */
  fields?: ReactNode
}

export type RadioCardsProps<Value extends string> = RadioGroupProps<Value> & {
  options: readonly RadioCard<Value>[]
  columns?: 1 | 2
}

/** Native radios as cards, each with a label and a sentence. The style sheet capitalises the first letter. */
export function RadioCards<Value extends string>({ options, columns = 1, ...group }: RadioCardsProps<Value>) {
  return (
    <fieldset className={classNames(styles.cards, columns === 2 && styles.two)} disabled={group.disabled}>
      <legend className={classNames(group.hideLegend ? 'sr' : styles.legend)}>{group.legend}</legend>
      {options.map(({ value, label, help, icon, fields }) => (
        <div key={value} className={styles.card}>
          <label className={styles.choice}>
            <input {...radioProps(group, value)} />
            <span>
              <strong>{label}</strong>
              {help && <small>{help}</small>}
            </span>
            {icon && <Icon name={icon} />}
          </label>
          {fields && <div className={styles.fields}>{fields}</div>}
        </div>
      ))}
    </fieldset>
  )
}
