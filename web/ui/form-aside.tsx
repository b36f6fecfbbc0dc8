import type { ReactNode } from 'react'
import styles from './form-aside.module.css'

interface FormAsideProps {
  /** A `Note`. */
  note: ReactNode
  /** What is being made, as it will look; nothing in it can be pressed or is read aloud. */
  preview: ReactNode
}

/** What stands beside a form. The preview is left out where it would stand under it. */
export function FormAside({ note, preview }: FormAsideProps) {
  return (
    <aside className={styles.aside}>
      {note}
      <div className={styles.preview} aria-hidden="true" inert>
        <p className={styles.label}>Card preview</p>
        <div>{preview}</div>
      </div>
    </aside>
  )
}
