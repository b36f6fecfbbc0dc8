import type { To } from 'react-router'
import styles from './crumb.module.css'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

/** The way back, above a page's heading. */
export function Crumb({ to, children }: { to: To; children: string }) {
  return (
    <Link to={to} className={styles.crumb}>
      <Icon name="arrow-left" size="sm" />
      {children}
    </Link>
  )
}
