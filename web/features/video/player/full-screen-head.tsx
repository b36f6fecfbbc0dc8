import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './full-screen.module.css'

interface FullScreenHeadProps {
  title: string
  /** Absent at the last video. */
  onNext: (() => void) | undefined
  onExit: () => void
}

/** The top of the picture while an uploaded video fills the screen. */
export function FullScreenHead({ title, onNext, onExit }: FullScreenHeadProps) {
  return (
    <div className={styles.head}>
      <b className={styles.title} dir="auto">
        {title}
      </b>
      {onNext && (
        <Button variant="panel" onClick={onNext}>
          <Icon name="next" />
          Next video
        </Button>
      )}
      <Button variant="panel" onClick={onExit}>
        <Icon name="leave-full-screen" />
        Exit
      </Button>
    </div>
  )
}
