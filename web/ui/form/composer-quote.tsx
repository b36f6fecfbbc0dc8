import { formatTime } from '#contract/format.ts'
import { IconButton } from '#web/ui/navigation/icon-button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './timed-composer.module.css'

interface ComposerQuoteProps {
  /** The second at which it is said. */
  at: number
  onRemove: () => void
  children: string
}

/** Words of the transcript above the text that is about them. */
export function ComposerQuote({ at, onRemove, children }: ComposerQuoteProps) {
  return (
    <div className={styles.quote}>
      <Icon name="quote" size="sm" />
      <blockquote>
        “<bdi>{children}</bdi>” <b>{formatTime(at)}</b>
      </blockquote>
      <IconButton icon="close" label="Remove the quote" size="sm" onClick={onRemove} />
    </div>
  )
}
