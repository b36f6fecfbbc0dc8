import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { OwnMail } from '#contract/mail/mail.ts'
import { ASK_OPERATOR, UNREACHABLE } from '#contract/mail/mail-messages.ts'
import { useCall } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { ownMailOf } from '#web/features/account/auth/mail.queries.ts'
import { ProfileForm } from '#web/features/account/users/profile-form.tsx'
import { userOf } from '#web/features/account/users/users.queries.ts'
import { ProgressSwitch } from '#web/features/insight/privacy/progress-switch.tsx'
import { useSiteInfo } from '#web/features/settings/site.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { FormSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Crumb } from '#web/ui/navigation/crumb.tsx'
import { PageHead } from '#web/ui/navigation/page-head.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './update-user.module.css'

/** /update-user/{id}. The address of another user redirects to the own profile. */
export function Component() {
  const { id = '' } = useParams()
  const me = useCurrentUser()
  if (me !== null && me._id !== id) return <Navigate to={`/profile/${me._id}`} replace />
  return (
    <div className={styles.column}>
      <ScreenTitle screen="Update profile" unlisted />
      {me && <Crumb to={`/profile/${me._id}`}>Profile</Crumb>}
      <PageHead
        title="Update profile"
        lead={
          <TextLink to="/account/security" arrow>
            Security
          </TextLink>
        }
      />
      {me ? <Update me={me} /> : <Skeleton />}
    </div>
  )
}

/** Starts with the current profile of the server, or with the stored session if the server does not respond. */
function Update({ me }: { me: SessionUser }) {
  const { data, isFetchedAfterMount } = useQuery({
    ...userOf(useCall(), me._id, me._id),
    refetchOnMount: 'always',
  })
  const mail = useQuery({ ...ownMailOf(useCall(), me._id), refetchOnMount: 'always' }).data
  const policies = useSiteInfo().data
  if (!isFetchedAfterMount) return <Skeleton />
  return (
    <ProfileForm
      profile={{ ...me, ...data, email: data?.email ?? me.email }}
      emailHelp={mail && pendingText(mail)}
      teachers={policies?.teachers}
      privacy={<ProgressSwitch />}
    />
  )
}

/** What the user has to do before a new address takes effect. */
function pendingText({ pendingEmail, mode, lastLink }: OwnMail): string | undefined {
  if (pendingEmail === null) return
  const waits = `${pendingEmail} waits for its confirmation.`
  if (mode === 'outbox') return `${waits} ${ASK_OPERATOR}`
  if (lastLink === 'unreachable') return `${waits} ${UNREACHABLE}`
  if (lastLink === 'rejected') return `${waits} The email to it was rejected.`
  return `${waits} Open the link we sent to it.`
}

function Skeleton() {
  return (
    <Loading what="profile">
      <FormSkeleton fields={7} />
    </Loading>
  )
}
