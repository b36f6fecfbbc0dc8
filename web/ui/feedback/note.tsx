import type { ReactNode } from 'react'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './note.module.css'

/** A hint beside a form. */
export function Note({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={styles.note}>
      <Icon name="info" />
      <div>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
