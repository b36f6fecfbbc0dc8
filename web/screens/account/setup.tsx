import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { SET_UP_ALREADY } from '#contract/account/setup-messages.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { useCurrentUser } from '#web/core/session.tsx'
import { AuthCard, AuthOther } from '#web/features/account/auth/auth-card.tsx'
import { AuthScreen } from '#web/features/account/auth/auth-screen.tsx'
import { setupOf } from '#web/features/account/auth/setup.queries.ts'
import { SetupForm } from '#web/features/account/auth/setup-form.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { LoadFailed } from '#web/ui/feedback/load-failed.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { FormSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'
import styles from './setup.module.css'

/** /setup: makes the first admin, with the code that the terminal shows. Afterwards it only says so. */
export function Component() {
  const { data, error, isPending, refetch } = useQuery(setupOf(useCall()))
  const navigate = useNavigate()
  return (
    <>
      <ScreenTitle screen="Setup" unlisted />
      {isPending && (
        <Loading what="setup">
          <FormSkeleton fields={5} />
        </Loading>
      )}
      {!(isPending || data) && <LoadFailed drawing="people" error={error} onRetry={refetch} />}
      {data?.open === true && (
        <AuthCard
          title="Set up this site"
          lead="Nobody manages it yet. The first admin is you."
          art={<Terminal />}
          caption="Your site, your people."
          captionText="Next: mail, a backup, and who may register."
        >
          <SetupForm onDone={() => void navigate('/admin/overview', { replace: true })} />
          <AuthOther>
            Another way:{' '}
            <TextLink to="/register" inline>
              register
            </TextLink>{' '}
            and let the operator make you an admin.
          </AuthOther>
        </AuthCard>
      )}
      {data?.open === false && <Done />}
    </>
  )
}

function Done() {
  const me = useCurrentUser()
  return (
    <AuthScreen
      title="This site is set up"
      lead={SET_UP_ALREADY}
      mark="done"
      other={
        <TextLink to={me ? '/' : '/login'} inline>
          {me ? 'Go to the home page' : 'Login'}
        </TextLink>
      }
    />
  )
}

/** Shows what the terminal says; the code is an example. */
function Terminal() {
  const { origin } = useSite()
  return (
    <div className={styles.terminal} aria-hidden="true">
      <div className={styles.dots}>
        <i />
        <i />
        <i />
      </div>
      <p>$ npm start</p>
      <p>
        This site has no admin yet. Open <b>{origin}/setup</b> and enter the code <em>7KQ4-M2PX</em>.
      </p>
    </div>
  )
}
