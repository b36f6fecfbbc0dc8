import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { formatCount } from '#contract/format.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { InvitationList } from '#web/features/people/invitation-list.tsx'
import { waitingInvitationsOf } from '#web/features/people/invitations.queries.ts'
import { openRequestsOf } from '#web/features/people/teacher-requests.queries.ts'
import { TeacherRequests } from '#web/features/people/teacher-requests.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Link } from '#web/ui/navigation/link.tsx'
import subtabs from '#web/ui/navigation/subtabs.module.css'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './people.module.css'

const TABS = [
  { name: 'requests', label: 'Requests' },
  { name: 'invitations', label: 'Invitations' },
] as const

/** /admin/people: requests to teach and invitations. */
export function Component() {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const [search] = useSearchParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const counts = useCounts(isAdmin)
  const tab = TABS.find(({ name }) => name === search.get('tab')) ?? TABS[0]
  return (
    <>
      <ScreenTitle screen="People" unlisted />
      <div className={styles.head}>
        <div>
          <h2>People</h2>
          <nav className={subtabs.bar} aria-label="People">
            {TABS.map(({ name, label }) => (
              <Link key={name} to={`?tab=${name}`} aria-current={name === tab.name ? 'page' : undefined}>
                {label}
                {counts[name] !== undefined && (
                  <span className={subtabs.count}>{` ${formatCount(counts[name])}`}</span>
                )}
              </Link>
            ))}
          </nav>
        </div>
        <LinkButton variant="primary" to="/admin/people/invite">
          <Icon name="user-plus" size="sm" />
          Invite people
        </LinkButton>
      </div>
      <section className={styles.panel} aria-labelledby="people-list">
        <h3 id="people-list" ref={heading} tabIndex={-1} className="sr">
          {tab.label}
        </h3>
        {isAdmin &&
          (tab.name === 'requests' ? (
            <TeacherRequests heading={heading} />
          ) : (
            <InvitationList heading={heading} />
          ))}
      </section>
    </>
  )
}

/** What waits: requests for a decision, and invitations to be used. */
function useCounts(enabled: boolean) {
  const call = useCall()
  return {
    requests: useQuery({ ...openRequestsOf(call), enabled }).data,
    invitations: useQuery({ ...waitingInvitationsOf(call), enabled }).data,
  }
}
