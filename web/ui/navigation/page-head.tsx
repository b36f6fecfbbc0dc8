import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './page-head.module.css'

export type PageHeadProps = {
  title: ReactNode
  /** One sentence under the heading. */
  lead?: ReactNode
  id?: string
  /** Reduces the gap below, for screens with tabs. */
  tight?: boolean
}

/** The screen's one `h1`. */
export function PageHead({ title, lead, id, tight = false }: PageHeadProps) {
  return (
    <div className={classNames(styles.head, tight && styles.tight)}>
      <h1 id={id}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  )
}
