import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './empty-state.module.css'
import type { SpotName } from './spot-drawings.tsx'
import { SpotDrawing } from './spot-drawings.tsx'

export type EmptyStateProps = {
  drawing: SpotName
  /** The specification's sentence, letter for letter. */
  title: string
  /** One helpful line under it. */
  help?: ReactNode
  /** At most one button or link. */
  action?: ReactNode
  /** Inside a panel or a table. */
  small?: boolean
  /** Without the dashed frame, where a box is around it already. */
  bare?: boolean
  level?: 2 | 3
}

/** What stands where a list would be, had it anything in it. */
export function EmptyState({ drawing, title, help, action, ...look }: EmptyStateProps) {
  const { small = false, bare = false, level = small ? 3 : 2 } = look
  const Heading = `h${level}` as const
  return (
    <div className={classNames(styles.empty, small && styles.small, bare && styles.bare)}>
      <SpotDrawing name={drawing} className={styles.drawing} />
      <Heading>{title}</Heading>
      {help && <p>{help}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
