import { useRef } from 'react'
import { useLocation } from 'react-router'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { NavLink } from './link.tsx'
import styles from './tabs-nav.module.css'
import { useCurrentInView } from './use-current-in-view.ts'

export type Tab = {
  to: string
  label: string
  icon?: IconName
  /** Matches exactly this path, not those below it. */
  end?: boolean
  /** A line separates it from the tabs before. */
  afterDivider?: boolean
}

/** Tabs that change the route. */
export function TabsNav({ label, tabs }: { label: string; tabs: Tab[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useCurrentInView(nav, pathname)
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, label: word, icon, end, afterDivider }) => (
        <NavLink
          key={to}
          to={to}
          end={end ?? false}
          viewTransition={false}
          className={afterDivider ? styles.divided : undefined}
        >
          {icon && <Icon name={icon} size="sm" />}
          {word}
        </NavLink>
      ))}
    </nav>
  )
}
