import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './action-bar.module.css'

interface ActionBarProps {
  /** Stays at the bottom of a wide window while the screen scrolls. */
  sticky?: boolean
  /** A paragraph, then the controls, which are at the right of it. */
  children: ReactNode
}

/** The last row of a screen that adds many items at once: what will happen to them, and the controls for all. */
export function ActionBar({ sticky = false, children }: ActionBarProps) {
  return (
    <div className={classNames(styles.bar, sticky && styles.sticky)} data-foot-bar={sticky || undefined}>
      {children}
    </div>
  )
}
