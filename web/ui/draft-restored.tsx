import { Button } from './button.tsx'
import styles from './draft-restored.module.css'

/** Stands at a form that began with what was typed into it before. */
export function DraftRestored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className={styles.kept}>
      <span>Draft kept</span>
      <span aria-hidden="true">·</span>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </p>
  )
}
