import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './changed-chip.module.css'

const LABELS = { video: 'New video since you watched', corrections: 'Corrected since you watched' } as const

/** Says on a row or card that a video has changed since its learner watched it. */
export function ChangedChip({ changed }: { changed: keyof typeof LABELS | null | undefined }) {
  if (!changed) return null
  return (
    <span className={styles.chip}>
      <Icon name="refresh" size="sm" />
      {LABELS[changed]}
    </span>
  )
}
