import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ROLES, type Role } from '#contract/account/user-fields.ts'
import { useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { AuthCard, AuthOther } from '#web/features/account/auth/auth-card.tsx'
import { RegisterForm } from '#web/features/account/auth/register-form.tsx'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'

const Confirm = lazyPart(async () => (await import('#web/ui/overlay/confirm.tsx')).Confirm)

/** /register: success shows a dialog, then /login. */
export function Component() {
  const [message, setMessage] = useState<string>()
  const { state } = useLocation()
  const navigate = useNavigate()
  const site = useSite()
  // The server has no router state.
  const known = useHydrated() ? state : undefined
  const toLogin = () => void navigate('/login', { state })
  return (
    <>
      <ScreenTitle screen="Register" description={`Create an account at ${site.name}.`} />
      <AuthCard
        title="Create your account"
        lead="Save playlists, like videos and join the discussion."
        caption="One account. Every playlist."
        captionText="Teachers publish, admins review, you learn at your own pace."
      >
        <RegisterForm initialRole={roleIn(known)} onRegistered={setMessage} />
        <AuthOther>
          Already have an account?{' '}
          <TextLink to="/login" state={state} inline>
            Login
          </TextLink>
        </AuthOther>
      </AuthCard>
      {message !== undefined && (
        <Suspense>
          <Confirm
            onClose={toLogin}
            title="Welcome!"
            text={message}
            action="Login"
            tone="primary"
            onConfirm={toLogin}
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
