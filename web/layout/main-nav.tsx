import { Icon } from '#web/ui/icon.tsx'
import type { IconName } from '#web/ui/icon-paths.ts'
import { NavLink } from '#web/ui/link.tsx'
import styles from './side-menu.module.css'

interface Place {
  to: string
  label: string
  icon: IconName
}

const PLACES: readonly Place[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/about', label: 'About', icon: 'info' },
  { to: '/courses', label: 'Courses', icon: 'books' },
  { to: '/teachers', label: 'Teachers', icon: 'school' },
  { to: '/contact', label: 'Contact Us', icon: 'mail' },
]

/** The five public places; the present one carries `aria-current="page"`. */
export function MainNav() {
  return (
    <nav aria-label="Main">
      <ul className={styles.list}>
        {PLACES.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end className={styles.row}>
              <Icon name={icon} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
