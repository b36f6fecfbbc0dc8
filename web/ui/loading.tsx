import type { ReactNode } from 'react'
import styles from './loading.module.css'

export type LoadingProps = {
  /** What is on its way, in the plural: "Loading {what}" is read aloud once. */
  what: string
  /** Skeletons in the shape of what will come; invisible for the first 150 ms, and to assistive technology. */
  children: ReactNode
}

/** The time until a list is there. A list that comes at once never flickers through here. */
export function Loading({ what, children }: LoadingProps) {
  return (
    <div aria-busy="true" data-loading>
      <p className="sr" role="status">
        Loading {what}
      </p>
      <div className={styles.late} aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
