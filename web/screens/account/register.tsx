import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ROLES, type Role } from '#contract/account/user-fields.ts'
import type { SiteInfo } from '#contract/settings/site.ts'
import { useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { AuthCard, AuthOther } from '#web/features/account/auth/auth-card.tsx'
import { type Invited, invitedIn } from '#web/features/account/auth/invited.ts'
import { type NewAccount, newAccount } from '#web/features/account/auth/new-account.ts'
import { RegisterClosed } from '#web/features/account/auth/register-closed.tsx'
import { RegisterForm } from '#web/features/account/auth/register-form.tsx'
import { useSiteInfo } from '#web/features/settings/site.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { FormSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'

const Confirm = lazyPart(async () => (await import('#web/ui/overlay/confirm.tsx')).Confirm)

/** /register: success shows a dialog, then /login with the fields filled in. */
export function Component() {
  const [registered, setRegistered] = useState<{ message: string; account: NewAccount }>()
  const { state } = useLocation()
  const navigate = useNavigate()
  const site = useSite()
  // The server has no router state.
  const known = useHydrated() ? state : undefined
  const invited = invitedIn(known)
  const policies = useSiteInfo()
  function goToLogin(): void {
    if (registered) newAccount.keep(registered.account)
    void navigate('/login', { state })
  }
  if (policies.isPending) return <RegisterSkeleton />
  if (policies.data && isShut(policies.data, invited)) {
    return (
      <>
        <ScreenTitle screen="Register" description={`Create an account at ${site.name}.`} />
        <RegisterClosed site={policies.data} state={state} />
      </>
    )
  }
  return (
    <>
      <ScreenTitle screen="Register" description={`Create an account at ${site.name}.`} />
      <AuthCard
        title="Create your account"
        lead="Save playlists, like videos and join the discussion."
        caption="One account. Every playlist."
        captionText="Teachers publish, admins review, you learn at your own pace."
      >
        <RegisterForm
          key={invited?.token}
          initialRole={roleIn(known)}
          invited={invited}
          policies={policies.data}
          onRegistered={(message, account) => setRegistered({ message, account })}
        />
        <AuthOther>
          Already have an account?{' '}
          <TextLink to="/login" state={state} inline>
            Login
          </TextLink>
        </AuthOther>
      </AuthCard>
      {registered && (
        <Suspense>
          <Confirm
            onClose={goToLogin}
            title="Welcome!"
            text={registered.message}
            action="Login"
            tone="primary"
            onConfirm={goToLogin}
          />
        </Suspense>
      )}
    </>
  )
}

function RegisterSkeleton() {
  return (
    <Loading what="registration">
      <FormSkeleton fields={5} />
    </Loading>
  )
}

/** An invitation opens the form, but not where registration is closed. */
function isShut({ registration }: SiteInfo, invited: Invited | undefined): boolean {
  return registration === 'closed' || (registration === 'invitation' && !invited)
}

/** The role in the router state of the link. */
function roleIn(state: unknown): Role | undefined {
  if (typeof state !== 'object' || state === null || !('role' in state)) return undefined
  return ROLES.find((role) => role === state.role)
}
