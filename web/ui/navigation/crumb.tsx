import type { To } from 'react-router'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './crumb.module.css'
import { Link } from './link.tsx'

/** A link back, above the heading of a page. */
export function Crumb({ to, children }: { to: To; children: string }) {
  return (
    <Link to={to} className={styles.crumb}>
      <Icon name="arrow-left" size="sm" />
      {children}
    </Link>
  )
}
