import type { PersonPage } from '#contract/people/people.ts'
import { useAccountChanges } from '#web/features/account/users/account-menu.tsx'
import { profileAddressOf, roleOf } from '#web/features/account/users/person.ts'
import { Avatar } from '#web/features/media/avatar.tsx'
import { StateBadge } from '#web/features/people/directory/state-badge.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Button, LinkButton } from '#web/ui/navigation/button.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { RelativeTime } from '#web/ui/text/relative-time.tsx'
import styles from './person.module.css'

interface PersonHeadProps {
  person: PersonPage['person']
  isSelf: boolean
}

/** The name as the heading of the screen, what the account is, and the most frequent actions. */
export function PersonHead({ person, isSelf }: PersonHeadProps) {
  const { role, isAdmin, state, createdAt, lastActiveAt, suspended, deleted } = person
  const { open, dialog } = useAccountChanges(person)
  return (
    <header className={styles.head}>
      <Avatar user={person} size={72} priority />
      <div className={styles.words}>
        <h1 dir="auto">{person.username}</h1>
        <p className={styles.facts}>
          <span className={styles.soft}>
            <Icon name={role === 'Teacher' ? 'school' : 'user'} size="sm" />
            <bdi>{roleOf(person)}</bdi>
          </span>
          {isAdmin && <span className={styles.soft}>Admin</span>}
          {person.trusted && <span className={styles.tag}>Trusted</span>}
          <span className={styles.email}>{person.email}</span>
          {state === 'active' && person.emailVerified ? (
            <Badge tone="approved">Confirmed</Badge>
          ) : (
            <StateBadge state={state} />
          )}
          <span className={styles.dim}>
            Since {formatDate(createdAt)} ·{' '}
            {lastActiveAt === null ? (
              'never active'
            ) : (
              <>
                active <RelativeTime at={lastActiveAt} />
              </>
            )}
          </span>
        </p>
        {suspended && (
          <p className={styles.dim}>
            Suspended since {formatDate(suspended.at)}: <bdi>{suspended.reason}</bdi>
          </p>
        )}
      </div>
      {!deleted && (
        <div className={styles.actions}>
          <LinkButton to={profileAddressOf(person)}>
            <Icon name="user" size="sm" />
            Open profile
          </LinkButton>
          {!isSelf && (
            <Button onClick={() => open(suspended ? 'lift' : 'suspend')}>
              {suspended ? 'Lift suspension' : 'Suspend'}
            </Button>
          )}
        </div>
      )}
      {dialog}
    </header>
  )
}
