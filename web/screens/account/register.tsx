import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ROLES, type Role } from '#contract/account/user-fields.ts'
import type { SiteInfo } from '#contract/settings/site.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { AuthCard, AuthOther } from '#web/features/account/auth/auth-card.tsx'
import { type Invited, invitedIn } from '#web/features/account/auth/invited.ts'
import { type NewAccount, newAccount } from '#web/features/account/auth/new-account.ts'
import { authOptionsOf } from '#web/features/account/auth/options.queries.ts'
import { RegisterClosed } from '#web/features/account/auth/register-closed.tsx'
import { RegisterForm } from '#web/features/account/auth/register-form.tsx'
import { ProviderButton } from '#web/features/account/provider/provider-button.tsx'
import { useSiteInfo } from '#web/features/settings/site.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { SetupBar } from '#web/layout/setup-bar.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { FormSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'

const Confirm = lazyPart(async () => (await import('#web/ui/overlay/confirm.tsx')).Confirm)

/** /register: the form, or why nobody can register here. */
export function Component() {
  const { state } = useLocation()
  // The server has no router state.
  const known = useHydrated() ? state : undefined
  const invited = invitedIn(known)
  const policies = useSiteInfo()
  const site = useSite()
  return (
    <>
      <ScreenTitle screen="Register" description={`Create an account at ${site.name}.`} />
      <SetupBar />
      {policies.isPending && (
        <Loading what="registration">
          <FormSkeleton fields={5} />
        </Loading>
      )}
      {policies.data && isShut(policies.data, invited) ? (
        <RegisterClosed site={policies.data} state={state} />
      ) : (
        // After a failure the form is shown, and the server decides.
        !policies.isPending && (
          <RegisterCard
            key={invited?.token}
            state={state}
            initialRole={roleIn(known)}
            invited={invited}
            policies={policies.data}
          />
        )
      )}
    </>
  )
}

/** An invitation opens the form, but not where registration is closed. */
function isShut({ registration }: SiteInfo, invited: Invited | undefined): boolean {
  return registration === 'closed' || (registration === 'invitation' && !invited)
}

interface RegisterCardProps {
  state: unknown
  initialRole: Role | undefined
  invited: Invited | undefined
  policies: SiteInfo | undefined
}

/** Success shows a dialog, then /login with the fields filled in. */
function RegisterCard({ state, ...form }: RegisterCardProps) {
  const [registered, setRegistered] = useState<{ message: string; account: NewAccount }>()
  const navigate = useNavigate()
  const hasPasswords = useQuery(authOptionsOf(useCall())).data?.passwordLogin !== false
  function goToLogin(): void {
    if (registered) newAccount.keep(registered.account)
    void navigate('/login', { state })
  }
  return (
    <>
      <AuthCard
        title="Create your account"
        lead="Save playlists, like videos and join the discussion."
        caption="One account. Every playlist."
        captionText="Teachers publish, admins review, you learn at your own pace."
      >
        {hasPasswords && (
          <RegisterForm {...form} onRegistered={(message, account) => setRegistered({ message, account })} />
        )}
        <ProviderButton state={state} isOnly={!hasPasswords} />
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

/** The role in the router state of the link. */
function roleIn(state: unknown): Role | undefined {
  if (typeof state !== 'object' || state === null || !('role' in state)) return undefined
  return ROLES.find((role) => role === state.role)
}
