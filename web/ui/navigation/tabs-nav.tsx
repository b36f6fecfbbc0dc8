import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { IconName } from '#web/ui/picture/icon.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { NavLink } from './link.tsx'
import styles from './tabs-nav.module.css'

export type Tab = {
  to: string
  label: string
  icon?: IconName
  /** Matches exactly this path, not those below it. */
  end?: boolean
  /** A line separates it from the tabs before. */
  afterDivider?: boolean
}

/**
 * Tabs that change the route. On a phone the current tab is scrolled into view in the next frame, so that rendering does
 * not force a layout.
 */
export function TabsNav({ label, tabs }: { label: string; tabs: Tab[] }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the address
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const row = nav.current
      const current = row?.querySelector<HTMLElement>('[aria-current="page"]')
      if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
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
