import { useSearchParams } from 'react-router'
import { formatCount } from '#contract/format.ts'
import { Icon, type IconName } from '#web/ui/picture/icon.tsx'
import { Link } from './link.tsx'
import styles from './subtabs.module.css'

interface View<Name extends string> {
  name: Name
  label: string
  icon?: IconName
  count?: number | undefined
}

/** The views of a screen. The address names one as the parameter `by`; without it, the first one is shown. */
export type Views<Name extends string> = readonly [View<Name>, ...View<Name>[]]

interface SubtabsProps<Name extends string> {
  label: string
  by: string
  views: Views<Name>
  current: Name
}

/** Links to the views of one screen. */
export function Subtabs<Name extends string>({ label, by, views, current }: SubtabsProps<Name>) {
  return (
    <nav className={styles.bar} aria-label={label}>
      {views.map(({ name, label: word, icon, count }, index) => (
        <Link
          key={name}
          to={index === 0 ? '?' : `?${by}=${name}`}
          viewTransition={false}
          aria-current={name === current ? 'page' : undefined}
        >
          {icon && <Icon name={icon} size="sm" />}
          {word} {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** The view that the address names. */
export function useView<Name extends string>(by: string, views: Views<Name>): Name {
  const [search] = useSearchParams()
  return (views.find(({ name }) => name === search.get(by)) ?? views[0]).name
}
