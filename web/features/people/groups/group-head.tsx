import type { ReactNode } from 'react'
import type { Group } from '#contract/people/groups.ts'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
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
