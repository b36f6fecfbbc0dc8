import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { SpotName } from '#web/ui/picture/spot-drawings.tsx'
import styles from './empty-state.module.css'

/** A rare decoration, so it is downloaded only when a list is empty. */
const SpotDrawing = lazyPart(async () => (await import('#web/ui/picture/spot-drawings.tsx')).SpotDrawing)

export type EmptyStateProps = {
  drawing: SpotName
  /** The sentence to show. */
  title: string
  /** One helpful line under it. */
  help?: ReactNode
  /** At most one button or link. */
  action?: ReactNode
  /** Inside a panel or a table. */
  small?: boolean
  /** Without the dashed frame, where a box is around it already. */
  bare?: boolean
  /** 1 when the screen shows nothing else. */
  level?: 1 | 2 | 3
}

/** Replaces an empty list. */
export function EmptyState({ drawing, title, help, action, ...rest }: EmptyStateProps) {
  const { small = false, bare = false, level = small ? 3 : 2 } = rest
  const Heading = `h${level}` as const
  return (
    <div className={classNames(styles.empty, small && styles.small, bare && styles.bare)}>
      <div className={styles.drawing}>
        {useHydrated() && (
          <Suspense fallback={null}>
            <SpotDrawing name={drawing} />
          </Suspense>
        )}
      </div>
      <Heading>{title}</Heading>
      {help && <p>{help}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
