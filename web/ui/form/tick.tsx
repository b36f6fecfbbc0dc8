import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './tick.module.css'

/** The mark of a video that is done. */
export function Tick({ large = false }: { large?: boolean }) {
  return (
    <span className={classNames(styles.tick, large && styles.large)}>
      <Icon name="check" />
      <span className="sr">Done</span>
    </span>
  )
}
