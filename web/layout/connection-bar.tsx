import { useSyncExternalStore } from 'react'
import { CONNECTION_LOST } from '#contract/messages.ts'
import { type ConnectionState, connection } from '#web/core/connection.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './bar.module.css'

const SENTENCES = {
  lost: CONNECTION_LOST,
  retrying: CONNECTION_LOST,
  back: 'The connection is back.',
  updated: 'This site was updated.',
}

/** Says that the server does not answer, or that it has a newer version of this page. It needs no download. */
export function ConnectionBar({ headerScrolls }: { headerScrolls: boolean }) {
  const state = useSyncExternalStore<ConnectionState>(
    connection.subscribe,
    connection.current,
    () => 'connected',
  )
  if (state === 'connected') return null
  const needsPage = state === 'updated' || state === 'back'
  return (
    <section
      className={classNames(styles.bar, styles.sticky, headerScrolls && styles.scrolls)}
      aria-label="Connection"
    >
      <p role="alert">{SENTENCES[state]}</p>
      <Button
        size="sm"
        busy={state === 'retrying'}
        onClick={needsPage ? () => location.reload() : connection.retry}
      >
        {needsPage ? 'Reload' : 'Try again'}
      </Button>
    </section>
  )
}
