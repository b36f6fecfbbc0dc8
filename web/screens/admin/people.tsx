import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { everybodyOf } from '#web/features/people/directory/people.queries.ts'
import { PeopleTable } from '#web/features/people/directory/people-table.tsx'
import { InvitationList } from '#web/features/people/invitation-list.tsx'
import { waitingInvitationsOf } from '#web/features/people/invitations.queries.ts'
import { openRequestsOf } from '#web/features/people/teacher-requests.queries.ts'
import { TeacherRequests } from '#web/features/people/teacher-requests.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LinkButton } from '#web/ui/navigation/button.tsx'
import { Subtabs, useView, type Views } from '#web/ui/navigation/subtabs.tsx'
import { Icon } from '#web/ui/picture/icon.tsx'
import styles from './people.module.css'

/** /admin/people: everybody, requests to teach and invitations. */
export function Component() {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const heading = useRef<HTMLHeadingElement>(null)
  const tabs = useTabs(isAdmin)
  const tab = useView('tab', tabs)
  return (
    <>
      <ScreenTitle screen="People" unlisted />
      <div className={styles.head}>
        <div>
          <h2>People</h2>
          <Subtabs label="People" by="tab" views={tabs} current={tab} />
        </div>
        <LinkButton variant="primary" to="/admin/people/invite">
          <Icon name="user-plus" size="sm" />
          Invite people
        </LinkButton>
      </div>
      <section className={styles.panel} aria-labelledby="people-list">
        <h3 id="people-list" ref={heading} tabIndex={-1} className="sr">
          {tabs.find(({ name }) => name === tab)?.label}
        </h3>
        {isAdmin && tab === 'everybody' && <PeopleTable />}
        {isAdmin && tab === 'requests' && <TeacherRequests heading={heading} />}
        {isAdmin && tab === 'invitations' && <InvitationList heading={heading} />}
      </section>
    </>
  )
}

/** The tabs, with how many people there are, requests that wait for a decision and invitations that wait to be used. */
function useTabs(enabled: boolean): Views<'everybody' | 'requests' | 'invitations'> {
  const call = useCall()
  return [
    {
      name: 'everybody',
      label: 'Everybody',
      count: useQuery({ ...everybodyOf(call), enabled }).data,
    },
    {
      name: 'requests',
      label: 'Requests',
      count: useQuery({ ...openRequestsOf(call), enabled }).data,
    },
    {
      name: 'invitations',
      label: 'Invitations',
      count: useQuery({ ...waitingInvitationsOf(call), enabled }).data,
    },
  ]
}
