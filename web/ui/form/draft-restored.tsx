import { Button } from '#web/ui/navigation/button.tsx'
import styles from './draft-restored.module.css'

/** A line in a form that started with a draft. */
export function DraftRestored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className={styles.restored}>
      <span>Draft kept</span>
      <span aria-hidden="true">·</span>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </p>
  )
}
