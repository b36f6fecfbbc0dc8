import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { ENTER_CODE } from '#contract/account/second-step-messages.ts'
import type { SessionUser } from '#contract/account/session-user.ts'
import { SESSION_EXPIRED } from '#contract/messages.ts'
import { type Site, useCall, useSite } from '#web/core/app-context.tsx'
import { viewerKey } from '#web/core/session-store.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { AuthCard, AuthOther } from '#web/features/account/auth/auth-card.tsx'
import { LoginForm, PasskeyLogin } from '#web/features/account/auth/login-form.tsx'
import { type NewAccount, newAccount } from '#web/features/account/auth/new-account.ts'
import { SecondStepForm } from '#web/features/account/auth/second-step-form.tsx'
import { teacherPlaylistsOf } from '#web/features/catalog/playlists/playlists.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { SetupBar } from '#web/layout/setup-bar.tsx'
import { TextLink } from '#web/ui/navigation/text-link.tsx'

/** /login. Afterwards the guard returns the user to the previous page. */
export function Component() {
  const { state } = useLocation()
  // The server has no router state.
  const known = useHydrated() ? state : undefined
  const [challenge, setChallenge] = useState<string>()
  const [typed, setTyped] = useState<Partial<NewAccount> | undefined>(newAccount.current)
  useEffect(() => newAccount.forget(), [])
  const site = useSite()
  const cache = useQueryClient()
  const call = useCall()

  /** Login also loads the user's own playlists; only teachers have any. */
  function loadPlaylists(user: SessionUser): void {
    if (user.role === 'Teacher')
      void cache.prefetchInfiniteQuery(teacherPlaylistsOf(call, user._id, viewerKey(user)))
  }

  return (
    <>
      <ScreenTitle screen="Login" description={`Log in to ${site.name} to watch, like, comment and save.`} />
      <SetupBar />
      <AuthCard
        title={challenge === undefined ? 'Welcome back' : 'One more step'}
        lead={challenge === undefined ? loginReason(known, site) : ENTER_CODE}
        caption="Learn it from people who do it."
        captionText="Short playlists, reviewed before they go live."
        welcome={site.welcome}
      >
        {challenge === undefined ? (
          <>
            <LoginForm
              typed={typed}
              onLogin={loadPlaylists}
              onSecondStep={(asked, email) => {
                setTyped({ email })
                setChallenge(asked)
              }}
            />
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

const NO_REASON = 'Log in to watch, like, comment and save.'

/** Keyed by the prefix of the guarded address. */
const REASONS: readonly (readonly [path: string, reason: string])[] = [
  ['/watch-video/', 'Log in to watch this video.'],
  ['/profile/', 'Log in to see this profile.'],
  ['/update-user/', 'Log in to update your profile.'],
  ['/user-saved-playlist/', 'Log in to see saved playlists.'],
  ['/teacher-dashboard', 'Log in to open your dashboard.'],
  ['/learning', 'Log in to see your learning.'],
  ['/notifications', 'Log in to see your notifications.'],
  ['/account/', 'Log in to open your account settings.'],
  ['/admin/', 'Log in as an admin.'],
]

/** The reason for the login, from the router state of the guard. A query is not used, because others could write it. */
function loginReason(state: unknown, site: Site): string {
  const noReason = site.isForMembers ? `Log in to use ${site.name}.` : NO_REASON
  if (typeof state !== 'object' || state === null || !('from' in state)) return noReason
  const { from } = state
  const reason = typeof from === 'string' && REASONS.find(([path]) => from.startsWith(path))
  if ((reason || site.isForMembers) && 'expired' in state && state.expired === true) return SESSION_EXPIRED
  return site.isForMembers || !reason ? noReason : reason[1]
}
