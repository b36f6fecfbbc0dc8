import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './grid.module.css'

export type GridProps = {
  /** As many columns as fit, or three that become two and one. */
  columns?: 'auto' | 'three'
  /** A smaller gap on phones, for cards without a box. */
  dense?: boolean
  label?: string
  /** `<li>` elements; the last of three, alone in its row, is a container named `cell`: a card answers to its width. */
  children: ReactNode
}

/** Cards below the window are neither laid out nor painted until a user scrolls near them. */
export function Grid({ columns = 'auto', dense = false, label, children }: GridProps) {
  return (
    <ul
      className={classNames(styles.grid, columns === 'three' && styles.three, dense && styles.dense)}
      aria-label={label}
    >
      {children}
    </ul>
  )
}
