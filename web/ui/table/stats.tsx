import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './stats.module.css'

export type StatsProps = {
  items: { label: string; value: ReactNode }[]
  /** `foot`: the last row of the hero panel. `panel`: a brand panel of its own, `band` a low one. `surface`: figures on a profile. */
  variant: 'foot' | 'panel' | 'band' | 'surface'
}

/** Three or four figures, each over its label. */
export function Stats({ items, variant }: StatsProps) {
  return (
    <dl className={classNames(styles.stats, styles[variant])}>
      {items.map(({ label, value }) => (
        <div key={label} className={styles.stat}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
