import { useRef } from 'react'
import { useLocation } from 'react-router'
import { formatCount } from '#contract/format.ts'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { NavLink } from './link.tsx'
import styles from './tabs-nav.module.css'
import { useCurrentInView } from './use-current-in-view.ts'

export type Tab = {
  to: string
  label: string
  icon?: IconName
  /** How many things wait there. */
  waiting?: number | undefined
  /** Matches exactly this path, not those below it. */
  end?: boolean
  /** A line separates it from the tabs before. */
  afterDivider?: boolean
}

interface TabsNavProps {
  label: string
  tabs: Tab[]
  /** The tabs of a second row. */
  more?: Tab[]
}

/** Tabs that change the route, in one row or two. */
export function TabsNav({ label, tabs, more }: TabsNavProps) {
  return (
    <nav className={styles.nav} aria-label={label}>
      <TabRow tabs={tabs} />
      {more && <TabRow tabs={more} />}
    </nav>
  )
}

function TabRow({ tabs }: { tabs: Tab[] }) {
  const list = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  useCurrentInView(list, pathname)
  return (
    <div ref={list} className={styles.tabs}>
      {tabs.map(({ to, label: word, icon, waiting = 0, end, afterDivider }) => (
        <NavLink
          key={to}
          to={to}
          end={end ?? false}
          viewTransition={false}
          className={afterDivider ? styles.divided : undefined}
        >
          {icon && <Icon name={icon} size="sm" />}
          {word}
          {waiting > 0 && (
            <>
              {' '}
              <span className={styles.waiting}>
                {formatCount(waiting)} <span className="sr">waiting</span>
              </span>
            </>
          )}
        </NavLink>
      ))}
    </div>
  )
}
