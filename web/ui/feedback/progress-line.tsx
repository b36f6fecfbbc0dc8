import { classNames } from '#web/ui/class-names.ts'
import styles from './progress-line.module.css'

interface ProgressLineProps {
  value: number
  max: number
  /** 6 px instead of 3. */
  thick?: boolean
  className?: string
}

/** A thin bar. The text beside it says the same, so it is hidden from screen readers. */
export function ProgressLine({ value, max, thick = false, className }: ProgressLineProps) {
  return (
    <progress
      className={classNames(styles.line, thick && styles.thick, className)}
      value={value}
      max={Math.max(max, 1)}
      aria-hidden="true"
    />
  )
}
