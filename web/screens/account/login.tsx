import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { ENTER_CODE } from '#contract/account/second-step-messages.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { useCall, useSite } from '#web/core/app-context.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { AuthCard, AuthOther } from '#web/features/account/auth/auth-card.tsx'
import { LoginForm } from '#web/features/account/auth/login-form.tsx'
import { loginReason } from '#web/features/account/auth/login-reason.ts'
import { PasskeyLogin } from '#web/features/account/auth/passkey-login.tsx'
import { SecondStepForm } from '#web/features/account/auth/second-step-form.tsx'
import { teacherPlaylistsOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'

/** Specification section 2, /login. Afterwards the guard returns the user to the previous page. */
export function Component() {
  const { state } = useLocation()
  // The server has no router state.
  const known = useHydrated() ? state : undefined
  const [challenge, setChallenge] = useState<string>()
  const site = useSite()
  const cache = useQueryClient()
  const call = useCall()

  /** Login also loads the user's own playlists (specification section 4); only teachers have any. */
  function loadPlaylists(user: SessionUser): void {
    if (user.role === 'Teacher')
      void cache.prefetchInfiniteQuery(teacherPlaylistsOf(call, user._id, viewerKey(user)))
  }

  return (
    <>
      <ScreenTitle screen="Login" description={`Log in to ${site.name} to watch, like, comment and save.`} />
      <AuthCard
        title={challenge === undefined ? 'Welcome back' : 'One more step'}
        lead={challenge === undefined ? loginReason(known) : ENTER_CODE}
        caption="Learn it from people who do it."
        captionText="Short playlists, reviewed before they go live."
      >
        {challenge === undefined ? (
          <>
            <LoginForm onLogin={loadPlaylists} onSecondStep={setChallenge} />
            <PasskeyLogin onLogin={loadPlaylists} />
          </>
        ) : (
          <SecondStepForm
            challenge={challenge}
            onLogin={loadPlaylists}
            onRestart={() => setChallenge(undefined)}
          />
        )}
        <AuthOther>
          New to {site.name}?{' '}
          <TextLink to="/register" state={state} inline>
            Create an account
          </TextLink>
        </AuthOther>
      </AuthCard>
    </>
  )
}
