import { useSyncExternalStore } from 'react'
import { CONNECTION_LOST } from '#contract/messages.ts'
import { type ConnectionState, connection } from '#web/core/connection.ts'
import { loadPage } from '#web/core/load-page.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './bar.module.css'

const SENTENCES = {
  lost: CONNECTION_LOST,
  retrying: CONNECTION_LOST,
  back: 'The connection is back.',
  updated: 'This site was updated.',
  incomplete: 'A part of this page could not be loaded.',
}

/** Says that the server does not answer, or that only a new page can load what is missing. It needs no download. */
export function ConnectionBar({ headerScrolls }: { headerScrolls: boolean }) {
  const state = useSyncExternalStore<ConnectionState>(
    connection.subscribe,
    connection.current,
    () => 'connected',
  )
  if (state === 'connected') return null
  const needsPage = state !== 'lost' && state !== 'retrying'
  return (
    <section
      className={classNames(styles.bar, styles.sticky, headerScrolls && styles.scrolls)}
      aria-label="Connection"
    >
      <p role="alert">{SENTENCES[state]}</p>
      <Button size="sm" busy={state === 'retrying'} onClick={needsPage ? loadPage : connection.retry}>
        {needsPage ? 'Reload' : 'Try again'}
      </Button>
    </section>
  )
}
