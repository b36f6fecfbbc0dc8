import { useSyncExternalStore } from 'react'
import { countOf } from '#contract/format.ts'
import { CONNECTION_LOST } from '#contract/messages.ts'
import { type ConnectionState, connection } from '#web/core/connection.ts'
import { loadPage } from '#web/core/load-page.ts'
import { useCurrentUser } from '#web/core/session.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import styles from './bar.module.css'

/** Says that the server does not answer, or that only a new page can load what is missing. It needs no download. */
export function ConnectionBar({ headerScrolls }: { headerScrolls: boolean }) {
  const state = useSyncExternalStore<ConnectionState>(
    connection.subscribe,
    connection.current,
    () => 'connected',
  )
  const sentence = useSentence(state)
  if (state === 'connected') return null
  return (
    <section
      className={classNames(styles.bar, styles.sticky, headerScrolls && styles.scrolls)}
      aria-label="Connection"
    >
      <p role="alert">{sentence}</p>
      {(state === 'lost' || state === 'retrying') && (
        <Button size="sm" busy={state === 'retrying'} onClick={connection.retry}>
          Try again
        </Button>
      )}
      {(state === 'back' || state === 'updated') && (
        <Button size="sm" onClick={() => void loadPage()}>
          Reload
        </Button>
      )}
    </section>
  )
}

function useSentence(state: ConnectionState): string {
  const user = useCurrentUser()
  const seconds = useSyncExternalStore(connection.subscribe, connection.addedSeconds, () => 0)
  if (state === 'offline') return `You are offline.${user ? ' Your progress is kept.' : ''}`
  if (state === 'online') return `You are online again.${seconds > 0 ? ` ${addedText(seconds)}` : ''}`
  if (state === 'back') return 'The connection is back.'
  return state === 'updated' ? 'This site was updated.' : CONNECTION_LOST
}

const addedText = (seconds: number) =>
  `${countOf(seconds, 'second')} ${seconds === 1 ? 'was' : 'were'} added.`
