import { useState } from 'react'
import { deviceName, systemIn } from '#contract/account/device-name.ts'
import type { PersonPage } from '#contract/people/people.ts'
import { ReauthDialog } from '#web/features/account/security/reauth-dialog.tsx'
import { useMethods, usePersonAction } from '#web/features/people/directory/person.queries.ts'
import { Button } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './person.module.css'
import { PersonBox } from './person-box.tsx'

interface PersonSessionsProps {
  page: PersonPage
  isSelf: boolean
}

/** Where the person is logged in. */
export function PersonSessions({ page: { person, sessions }, isSelf }: PersonSessionsProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <PersonBox
      title="Sessions"
      aside={
        !isSelf &&
        sessions.length > 0 && (
          <Button size="sm" onClick={() => setAsking(true)}>
            End all sessions
          </Button>
        )
      }
    >
      {sessions.length === 0 && <p className={styles.hint}>Not logged in anywhere.</p>}
      <ul className={styles.rows}>
        {sessions.map(({ _id, agent, network, createdAt, lastUsedAt }) => (
          <li key={_id}>
            <span className={styles.icon}>
              <Icon name={/iPhone|iPad|Android/.test(systemIn(agent) ?? '') ? 'phone' : 'laptop'} />
            </span>
            <div>
              <b>{deviceName(agent)}</b>
              <small>
                Network {network} · started <RelativeTime at={createdAt} /> · last used{' '}
                <RelativeTime at={lastUsedAt} />
              </small>
            </div>
          </li>
        ))}
      </ul>
      {isAsking && <EndSessions person={person} onClose={() => setAsking(false)} />}
    </PersonBox>
  )
}

function EndSessions({ person, onClose }: { person: PersonPage['person']; onClose: () => void }) {
  const write = usePersonAction('people.endSessions', person._id)
  return (
    <ReauthDialog
      title={
        <>
          End all sessions of <bdi>{person.username}</bdi>?
        </>
      }
      text="They are logged out everywhere and can log in again. They get a mail about it."
      action="End all sessions"
      tone="danger"
      methods={useMethods()}
      write={write}
      inputOf={(proof) => proof}
      onClose={onClose}
    />
  )
}
