import { useSyncExternalStore } from 'react'
import { CONNECTION_LOST } from '#contract/messages.ts'
import { connection } from '#web/core/connection.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './bar.module.css'

/** Says that the server does not answer, or that it has a newer version of this page. It needs no download. */
export function ConnectionBar({ headerScrolls }: { headerScrolls: boolean }) {
  const state = useSyncExternalStore(connection.subscribe, connection.current, () => 'connected')
  if (state === 'connected') return null
  const isUpdated = state === 'updated'
  return (
    <section
      className={classNames(styles.bar, styles.sticky, headerScrolls && styles.scrolls)}
      aria-label="Connection"
    >
      <p role="alert">{isUpdated ? 'This site was updated.' : CONNECTION_LOST}</p>
      <Button
        size="sm"
        busy={state === 'retrying'}
        onClick={isUpdated ? () => location.reload() : connection.retry}
      >
        {isUpdated ? 'Reload' : 'Try again'}
      </Button>
    </section>
  )
}
