import { useSite } from '#web/core/parts.tsx'
import { useWaiting } from '#web/ui/waiting.ts'
import styles from './layout.module.css'

/** It has no place yet while the screen above it is filling: it would jump. */
export function Footer() {
  const site = useSite()
  return (
    <footer className={styles.footer} data-waiting={useWaiting()}>
      <p>
        © {new Date().getUTCFullYear()} {site.name}. All rights reserved.
      </p>
    </footer>
  )
}
