import type { ReactNode } from 'react'
import { formatCount } from '#contract/format.ts'
import type { Group } from '#contract/people/groups.ts'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import subtabs from '#web/ui/navigation/subtabs.module.css'
import styles from './group.module.css'
import { factsOf } from './words.ts'

interface GroupHeadProps {
  group: Group
  /** The address of the list of groups. */
  list: string
  /** Buttons at the right of the name. */
  actions?: ReactNode
}

/** The name of a group and what its reader may know about it. */
export function GroupHead({ group, list, actions }: GroupHeadProps) {
  return (
    <>
      <Crumb to={list}>Groups</Crumb>
      <header className={styles.head}>
        <div>
          <h1>
            <bdi>{group.name}</bdi>
          </h1>
          <p className={styles.facts}>
            {factsOf(group).map((fact) => (
              <span key={fact}>
                <bdi>{fact}</bdi>
              </span>
            ))}
          </p>
          {group.description && (
            <p className={styles.description} dir="auto">
              {group.description}
            </p>
          )}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
    </>
  )
}

export interface GroupView<Name extends string> {
  name: Name
  label: string
  count?: number | undefined
}

interface GroupViewsProps<Name extends string> {
  group: Group
  views: readonly GroupView<Name>[]
  current: Name
}

/** Links to the views of a group. The first one is the address without a query. */
export function GroupViews<Name extends string>({ group, views, current }: GroupViewsProps<Name>) {
  return (
    <nav className={styles.views} aria-label={group.name}>
      <div className={subtabs.bar}>
        {views.map(({ name, label, count }, index) => (
          <Link
            key={name}
            to={index === 0 ? '?' : `?view=${name}`}
            viewTransition={false}
            aria-current={name === current ? 'page' : undefined}
          >
            {label}
            {count !== undefined && <span className={subtabs.count}>{` ${formatCount(count)}`}</span>}
          </Link>
        ))}
      </div>
    </nav>
  )
}

/** The view that the address names; by default the first one. */
export function viewIn<Name extends string>(
  search: URLSearchParams,
  views: readonly [GroupView<Name>, ...GroupView<Name>[]],
): Name {
  return (views.find(({ name }) => name === search.get('view')) ?? views[0]).name
}
