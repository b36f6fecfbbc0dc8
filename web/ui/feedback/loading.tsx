import type { ReactNode } from 'react'
import styles from './loading.module.css'

export type LoadingProps = {
  /** The plural noun of what is loading: screen readers announce "Loading {what}" once. */
  what: string
  /** The heading, for a screen whose own is still loading. */
  title?: string
  /** Skeletons, hidden for the first 150 ms and from assistive technology. */
  children: ReactNode
}

/** Shown while a list loads. A list that loads at once shows no flicker. */
export function Loading({ what, title, children }: LoadingProps) {
  return (
    <div aria-busy="true" data-loading>
      {title && <h1 className="sr">{title}</h1>}
      <p className="sr" role="status">
        Loading {what}
      </p>
      <div className={styles.late} aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
