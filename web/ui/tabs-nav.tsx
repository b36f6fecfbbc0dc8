import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'
import { NavLink } from './link.tsx'
import styles from './tabs-nav.module.css'

export type Tab = {
  to: string
  label: string
  icon?: IconName
  /** Current on exactly this address, not on those below it. */
  end?: boolean
}

/**
 * Tabs that change the route: a `nav` whose current link says so. On a phone the current one is scrolled into view, by the
 * frame that paints the screen: before it the whole screen would be laid out in the task that renders it.
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
      {tabs.map(({ to, label: word, icon, end }) => (
        <NavLink key={to} to={to} end={end ?? false} viewTransition={false}>
          {icon && <Icon name={icon} size="sm" />}
          {word}
        </NavLink>
      ))}
    </nav>
  )
}
