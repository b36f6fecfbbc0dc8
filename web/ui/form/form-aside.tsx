import type { ReactNode } from 'react'
import styles from './form-aside.module.css'

interface FormAsideProps {
  /** A `Note`. */
  note: ReactNode
  /** A preview of the new item. It is inert and hidden from assistive technology. */
  preview: ReactNode
}

/** The column beside a form. The preview is hidden where the column would be below the form. */
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
