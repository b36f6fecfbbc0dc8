import { useSite } from '#web/core/app-context.tsx'
import styles from './layout.module.css'

export function Footer() {
  const site = useSite()
  return (
    <footer className={styles.footer}>
      <p>
        © {new Date().getUTCFullYear()} {site.name}. All rights reserved.
      </p>
    </footer>
  )
}
