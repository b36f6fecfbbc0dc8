import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PersonPage } from '#contract/people/people.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { personOf } from '#web/features/people/directory/person.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { LineSkeletons } from '#web/ui/feedback/skeleton.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import styles from './person.module.css'
import { PersonAccount } from './person-account.tsx'
import { PersonContent } from './person-content.tsx'
import { PersonDeletion } from './person-deletion.tsx'
import { PersonHead } from './person-head.tsx'
import { PersonAudit, PersonDecisions } from './person-log.tsx'
import { PersonGroups, PersonLearning } from './person-numbers.tsx'
import { PersonSessions } from './person-sessions.tsx'

/** /admin/people/{id}: everything about an account, for admins. */
export function Component() {
  const { userId = '' } = useParams()
  const me = useCurrentUser()
  const page = useQuery({ ...personOf(useCall(), userId), enabled: me?.isAdmin === true })
  return (
    <>
      <Crumb to="/admin/people">People</Crumb>
      {page.data ? <Person page={page.data} isSelf={me?._id === userId} /> : <Pending page={page} />}
    </>
  )
}

function Pending({ page }: { page: { isError: boolean; error: unknown; refetch: () => unknown } }) {
  return (
    <>
      <ScreenTitle screen="Person" unlisted />
      {page.isError ? (
        <LoadFailed drawing="people" level={1} error={page.error} onRetry={page.refetch} />
      ) : (
        <>
          <h1 className="sr">Person</h1>
          <Loading what="person">
            <LineSkeletons count={8} />
          </Loading>
        </>
      )}
    </>
  )
}

function Person({ page, isSelf }: { page: PersonPage; isSelf: boolean }) {
  const { person } = page
  return (
    <>
      <ScreenTitle screen={person.username} unlisted />
      <PersonHead person={person} isSelf={isSelf} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <PersonContent page={page} />
          <PersonSessions page={page} isSelf={isSelf} />
          <PersonDecisions decisions={page.decisions} />
          <PersonAudit person={person} />
        </div>
        <div className={styles.column}>
          <PersonAccount page={page} isSelf={isSelf} />
          <PersonGroups groups={person.groups} />
          <PersonLearning learning={page.learning} />
          {!isSelf && <PersonDeletion page={page} />}
        </div>
      </div>
    </>
  )
}
