import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ENTER_CODE } from '#contract/account/second-step-messages.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { AuthCard, AuthOther } from '#web/features/account/auth/auth-card.tsx'
import { LoginForm, PasskeyLogin } from '#web/features/account/auth/login-form.tsx'
import { type NewAccount, newAccount } from '#web/features/account/auth/new-account.ts'
import { authOptionsOf } from '#web/features/account/auth/options.queries.ts'
import { SecondStepForm } from '#web/features/account/auth/second-step-form.tsx'
import { ProviderButton } from '#web/features/account/provider/provider-button.tsx'
import { teacherPlaylistsOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { TextLink } from '#web/ui/navigation/text-link.tsx'

interface LoginCardProps {
  /** The router state, which says where the user wanted to go. */
  state: unknown
  lead: string
  /** Called even though this card is unmounted by then. */
  onLogin?: () => void
}

/** The ways to log in: a password, a passkey and the accounts of the organisation. */
export function LoginCard({ state, lead, onLogin }: LoginCardProps) {
  const site = useSite()
  const hasPasswords = useQuery(authOptionsOf(useCall())).data?.passwordLogin !== false
  const [challenge, setChallenge] = useState<string>()
  const [typed, setTyped] = useState<Partial<NewAccount> | undefined>(newAccount.current)
  useEffect(() => newAccount.forget(), [])
  const loadPlaylists = useLoadPlaylists()

  function greet(user: SessionUser): void {
    loadPlaylists(user)
    onLogin?.()
  }

  return (
    <AuthCard
      title={challenge === undefined ? 'Welcome back' : 'One more step'}
      lead={challenge === undefined ? lead : ENTER_CODE}
      caption="Learn it from people who do it."
      captionText="Short playlists, reviewed before they go live."
    >
      {challenge === undefined ? (
        <>
          {hasPasswords && (
            <LoginForm
              typed={typed}
              onLogin={greet}
              onSecondStep={(asked, email) => {
                setTyped({ email })
                setChallenge(asked)
              }}
            />
          )}
          {/* A sign-in that found the account asks for another way in. */}
          {!(hasPasswords || onLogin) && <ProviderButton state={state} isOnly />}
          <PasskeyLogin onLogin={greet} />
          {hasPasswords && !onLogin && <ProviderButton state={state} />}
        </>
      ) : (
        <SecondStepForm challenge={challenge} onLogin={greet} onRestart={() => setChallenge(undefined)} />
      )}
      {hasPasswords && (
        <AuthOther>
          New to {site.name}?{' '}
          <TextLink to="/register" state={state} inline>
            Create an account
          </TextLink>
        </AuthOther>
      )}
    </AuthCard>
  )
}

/** Login also loads the user's own playlists; only teachers have any. */
export function useLoadPlaylists(): (user: SessionUser) => void {
  const cache = useQueryClient()
  const call = useCall()
  return (user) => {
    if (user.role === 'Teacher')
      void cache.prefetchInfiniteQuery(teacherPlaylistsOf(call, user._id, viewerKey(user)))
  }
}
