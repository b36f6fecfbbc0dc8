import type { ReactNode } from 'react'
import styles from './split.module.css'

/** A wide column and one of 372 px, stacked where the main column is narrow. Exactly two children. */
export function Split({ children }: { children: ReactNode }) {
  return <div className={styles.split}>{children}</div>
}
