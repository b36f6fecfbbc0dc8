import styles from './key-cap.module.css'

/** The key of a button, at the end of its label. Screen readers learn it from `aria-keyshortcuts`. */
export function KeyCap({ children }: { children: string }) {
  return (
    <span className={styles.cap} aria-hidden="true">
      {children}
    </span>
  )
}
