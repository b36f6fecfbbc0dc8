import type { ReactNode } from 'react'
import styles from './details.module.css'

/** A description list of one item. */
export function Details({ items }: { items: { term: string; description: ReactNode }[] }) {
  return (
    <dl className={styles.details}>
      {items.map(({ term, description }) => (
        <div key={term} className={styles.row}>
          <dt>{term}</dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  )
}
