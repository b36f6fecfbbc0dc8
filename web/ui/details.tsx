import type { ReactNode } from 'react'
import styles from './details.module.css'

/** Facts about one thing, term beside description. */
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
