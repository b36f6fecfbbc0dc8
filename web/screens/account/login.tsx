import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { problemText } from '#contract/account/provider-messages.ts'
import type { CallReply } from '#contract/api.ts'
import { SESSION_EXPIRED } from '#contract/messages.ts'
import { type Site, useCall, useSite } from '#web/core/app-context.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { answerIn, keptReturn, type ProviderAnswer } from '#web/core/provider.ts'
import { useHydrated } from '#web/core/use-hydrated.ts'
import { authOptionsOf } from '#web/features/account/auth/options.queries.ts'
import { ScreenTitle } from '#web/layout/screen-title.tsx'
import { SetupBar } from '#web/layout/setup-bar.tsx'
import { LoginCard } from './login-card.tsx'

const TicketCard = lazyPart(async () => (await import('./ticket-card.tsx')).TicketCard)

/** /login. Afterwards the guard returns the user to the previous page. */
export function Component() {
  const { state, search } = useLocation()
  const isHydrated = useHydrated()
  // The server has no router state, and renders one page for every visitor.
  const known = isHydrated ? state : undefined
  const [answer, setAnswer] = useState<ProviderAnswer>()
  const navigate = useNavigate()
  // A ticket is used once, so it leaves the address and the history.
  useEffect(() => {
    const came = isHydrated ? answerIn(search) : undefined
    if (!came) return
    setAnswer(came)
    void navigate('/login', { replace: true, state: keptReturn() })
  }, [search, isHydrated, navigate])
  const site = useSite()
  const { data: options } = useQuery(authOptionsOf(useCall()))
  return (
    <>
      <ScreenTitle screen="Login" description={`Log in to ${site.name} to watch, like, comment and save.`} />
      <SetupBar />
      {/* The state, which leads back, comes with the cleaned address. */}
      {answer?.ticket === undefined || search !== '' ? (
        <LoginCard state={state} lead={problemOf(answer, options) ?? loginReason(known, site)} />
      ) : (
        <Suspense>
          <TicketCard ticket={answer.ticket} state={state} onRestart={() => setAnswer(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function problemOf(
  answer: ProviderAnswer | undefined,
  options: CallReply<'auth.options'> | undefined,
): string | undefined {
  const label = options?.provider?.label
  return answer?.problem && label !== undefined ? problemText(answer.problem, label) : undefined
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
