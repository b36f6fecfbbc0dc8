import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './changed-chip.module.css'

const LABELS = { video: 'New video since you watched', corrections: 'Corrected since you watched' } as const

interface ChangedChipProps {
  changed: keyof typeof LABELS | null | undefined
  className?: string | undefined
}

/** Says on a row or card that a video has changed since its learner watched it. */
export function ChangedChip({ changed, className }: ChangedChipProps) {
  if (!changed) return null
  return (
    <span className={classNames(styles.chip, className)}>
      <Icon name="refresh" size="sm" />
      {LABELS[changed]}
    </span>
  )
}
