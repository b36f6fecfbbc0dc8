import { type ReactNode, useId } from 'react'
import styles from './person.module.css'

interface PersonBoxProps {
  title: string
  /** At the right of the title: a link, a button or a hint. */
  aside?: ReactNode
  children: ReactNode
}

/** One part of the page of a person, named by its title. */
export function PersonBox({ title, aside, children }: PersonBoxProps) {
  const id = useId()
  return (
    <section className={styles.box} aria-labelledby={id}>
      <div className={styles.boxHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Three numbers side by side. */
export function Numbers({ items }: { items: { label: string; value: string }[] }) {
  return (
    <dl className={styles.numbers}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
