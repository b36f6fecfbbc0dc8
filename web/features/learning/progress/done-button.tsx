import { Button } from '#web/ui/navigation/button.tsx'
import { IconPath } from '#web/ui/picture/icon.tsx'
import styles from './done-button.module.css'

const CIRCLE_CHECK = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 12l2 2l4-4'
const CIRCLE_CHECK_FILLED =
  'M17 3.34a10 10 0 1 1-14.995 8.984l-.005-.324l.005-.324a10 10 0 0 1 14.995-8.336zm-1.293 5.953a1 1 0 0 0-1.32-.083l-.094.083l-3.293 3.292l-1.293-1.292l-.094-.083a1 1 0 0 0-1.403 1.403l.083.094l2 2l.094.083a1 1 0 0 0 1.226 0l.094-.083l4-4l.083-.094a1 1 0 0 0-.083-1.32z'

interface DoneButtonProps {
  done: boolean
  /** The id of the help text. */
  helpId: string | undefined
  onPress: () => void
}

/** Mark as done, or Done. Pressing it again takes the mark back. */
export function DoneButton({ done, helpId, onPress }: DoneButtonProps) {
  return (
    <>
      <Button
        className={styles.button}
        variant={done ? 'done' : 'default'}
        aria-describedby={helpId}
        title={done ? 'Mark as not done' : undefined}
        onClick={onPress}
      >
        <IconPath path={done ? CIRCLE_CHECK_FILLED : CIRCLE_CHECK} filled={done} />
        {done ? 'Done' : 'Mark as done'}
      </Button>
      <span className="sr" role="status">
        {done ? 'Done' : ''}
      </span>
    </>
  )
}
