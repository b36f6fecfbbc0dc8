import { useCallback, useState, useSyncExternalStore } from 'react'
import { Navigate, type NavigateProps, Outlet, useLocation, useMatches } from 'react-router'
import { useSite } from '#web/core/app-context.tsx'
import { guardsOf, loginState, redirectFor, returnAddress } from '#web/core/guard.ts'
import { useCurrentUser, useSession } from '#web/core/session.tsx'
import { ScreenTitle } from './screen-title.tsx'

/** The screen, or a redirect home after a logout in any tab. */
export function LogoutOutlet() {
  const { key } = useLocation()
  return useLoggedOut(key) ? <Redirect to="/" /> : <Outlet />
}

/**
 * The screen, or the redirect of its guard. The login screen gets the address and returns there after the login. The server
 * and the hydration do not redirect, so a guarded screen is rendered as its skeleton. The error screen belongs to the same
 * route, so that unknown addresses look the same for everyone and never require a login.
 */
export function GuardedOutlet() {
  const session = useSession()
  const matches = useMatches()
  const location = useLocation()
  const site = useSite()
  const redirect = useCallback(
    () => redirectFor(guardsOf(matches), session.current(), site),
    [matches, session, site],
  )
  const to = useSyncExternalStore(session.subscribe, redirect, noRedirect)

  if (to === undefined) return <Outlet />
  if (session.current() !== null) return <Redirect to={returnAddress(location.state)} />
  const state = { ...loginState(location), ...(session.hasExpired() && { expired: true }) }
  return <Redirect to={to} state={to === '/login' ? state : undefined} />
}

/** The next screen may still have to be downloaded; until then the page has its title and heading. */
function Redirect(props: Pick<NavigateProps, 'to' | 'state'>) {
  const [screen, heading] = props.to === '/login' ? ['Login', 'Welcome back'] : ['Home', 'Home']
  return (
    <>
      <ScreenTitle screen={screen} unlisted />
      <h1 className="sr">{heading}</h1>
      <Navigate {...props} replace />
    </>
  )
}

/** False when the session expired, because the user returns here after logging in again. */
function useLoggedOut(key: string): boolean {
  const session = useSession()
  const user = useCurrentUser()
  const [usedAt, setUsedAt] = useState<string>()
  if (user !== null && usedAt !== key) setUsedAt(key)
  return user === null && usedAt === key && !session.hasExpired()
}

const noRedirect = () => undefined
