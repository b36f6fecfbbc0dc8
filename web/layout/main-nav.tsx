import { NavLink } from '#web/ui/navigation/link.tsx'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './side-menu.module.css'

interface NavItem {
  to: string
  label: string
  icon: IconName
  /** Screens without an entry of their own that belong to this one. */
  also?: readonly string[]
}

const NAV_ITEMS: readonly NavItem[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/about', label: 'About', icon: 'info' },
  {
    to: '/courses',
    label: 'Courses',
    icon: 'books',
    also: ['/playlist-details/', '/watch-video/', '/course-search'],
  },
  { to: '/teachers', label: 'Teachers', icon: 'school', also: ['/teacher-profile/'] },
  { to: '/contact', label: 'Contact Us', icon: 'mail' },
]

/** The five public screens. The current one has `aria-current="page"`. */
export function MainNav() {
  return (
    <nav aria-label="Main">
      <ul className={styles.list}>
        {NAV_ITEMS.map(({ to, label, icon, also }) => (
          <li key={to}>
            <NavLink to={to} end also={also} className={styles.row}>
              <Icon name={icon} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
