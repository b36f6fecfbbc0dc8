import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './section.module.css'

export type SectionProps = {
  title: ReactNode
  /** The section's own id, for links that jump to it. */
  id?: string
  /** At the right of the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A section of a page with an `h2` as its name. Scripts can focus the heading. */
export function Section({ title, id, action, children }: SectionProps) {
  const headingId = useId()
  return (
    <section id={id} className={styles.section} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} tabIndex={-1}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A wide column and one of 372 px, stacked where the main column is narrow. Exactly two children. */
export function Split({ children }: { children: ReactNode }) {
  return <div className={styles.split}>{children}</div>
}
