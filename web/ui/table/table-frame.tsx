import type { ReactNode, Ref } from 'react'
import { useId } from 'react'
import styles from './table-frame.module.css'

export type TableFrameProps = {
  title: string
  /** A button or totals at the right of the title. */
  action?: ReactNode
  headingRef?: Ref<HTMLHeadingElement>
  /** A `DataTable`, its skeleton or an `EmptyState`. */
  children: ReactNode
}

/** The box around a table, named by its title. The title gets the focus when the focused row is deleted. */
export function TableFrame({ title, action, headingRef, children }: TableFrameProps) {
  const headingId = useId()
  return (
    <section className={styles.frame} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 ref={headingRef} id={headingId} tabIndex={-1}>
          {title}
        </h2>
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {children}
    </section>
  )
}
