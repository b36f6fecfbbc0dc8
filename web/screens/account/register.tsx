import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ROLES, type Role } from '#contract/account/user-fields.ts'
import { useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { AuthCard, AuthOther } from '#web/features/account/auth/auth-card.tsx'
import { type NewAccount, newAccount } from '#web/features/account/auth/new-account.ts'
import { RegisterForm } from '#web/features/account/auth/register-form.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
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
  function goToLogin(): void {
    if (registered) newAccount.keep(registered.account)
    void navigate('/login', { state })
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
          initialRole={roleIn(known)}
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

/** The role in the router state of the link. */
function roleIn(state: unknown): Role | undefined {
  if (typeof state !== 'object' || state === null || !('role' in state)) return undefined
  return ROLES.find((role) => role === state.role)
}
