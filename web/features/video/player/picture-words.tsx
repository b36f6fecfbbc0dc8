import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './picture-words.module.css'
import type { Flash } from './use-flash.ts'

interface PictureWordsProps {
  loading: string | undefined
  flash: Flash | undefined
}

/** What is said over the picture of an uploaded video. Presses go through to the picture. */
export function PictureWords({ loading, flash }: PictureWordsProps) {
  return (
    <div className={styles.words}>
      <p role="status">
        {loading !== undefined && (
          <span className={styles.pill}>
            <Spinner />
            {loading}
          </span>
        )}
      </p>
      {loading === undefined && flash && (
        <span className={styles.pill} aria-hidden="true">
          {flash.icon && <Icon name={flash.icon} />}
          {flash.text}
        </span>
      )}
    </div>
  )
}
