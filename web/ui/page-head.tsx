import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page-head.module.css'

export type PageHeadProps = {
  title: ReactNode
  /** One sentence under the heading. */
  lead?: ReactNode
  id?: string
  /** Tabs follow, so the gap below is smaller. */
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
