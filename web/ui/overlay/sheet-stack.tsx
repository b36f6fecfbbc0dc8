import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './sheet-stack.module.css'

export type SheetStackProps = {
  /** Tints the sheets with the background of this category's cover art. */
  category?: string
  size?: 'md' | 'lg'
  /** A `Thumb`. */
  children: ReactNode
  /** A `Pill` in the bottom right corner. */
  pill?: ReactNode
}

/** The edges of further sheets above a thumbnail: this is a playlist, not one video. */
export function SheetStack({ category, size = 'md', children, pill }: SheetStackProps) {
  return (
    <div className={classNames(styles.stack, size === 'lg' && styles.lg)} data-category={category ?? ''}>
      <div className={styles.top}>{children}</div>
      {pill && <div className={styles.pill}>{pill}</div>}
    </div>
  )
}
