import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './grid.module.css'

export type GridProps = {
  /** As many columns as fit, or three that become two and one. */
  columns?: 'auto' | 'three'
  /** Video cards have no box and stand closer on phones. */
  dense?: boolean
  label?: string
  /** `<li>` elements; each is a container named `cell`, so that a card can answer to its own width. */
  children: ReactNode
}

export function Grid({ columns = 'auto', dense = false, label, children }: GridProps) {
  const classes = classNames(styles.grid, columns === 'three' && styles.three, dense && styles.dense)
  return (
    <ul className={classes} aria-label={label}>
      {children}
    </ul>
  )
}
