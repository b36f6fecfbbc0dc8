import { useCallback, useState, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { cameFrom, guardedTo, guardsOf, whereFrom } from '#web/core/guard.ts'
import { useCurrentUser, useSession } from '#web/core/session.tsx'

/** The screen; after a log-out, in whatever tab, home from every screen (specification section 4). */
export function LogoutOutlet() {
  const { key } = useLocation()
  return useLoggedOutHere(key) ? <Navigate to="/" replace /> : <Outlet />
}

/**
 * The screen, or the way to where its guard sends somebody (specification section 2): the login screen remembers where
 * they wanted to go and brings them there as soon as they are logged in. On the server and while hydrating nobody is
 * sent anywhere, so a guarded screen comes as its skeleton. Its route has the error screen, so that an address of
 * nothing says the same to everybody and asks nobody to log in.
 */
export function GuardedOutlet() {
  const session = useSession()
  const matches = useMatches()
  const location = useLocation()
  const elsewhere = useCallback(() => guardedTo(guardsOf(matches), session.current()), [matches, session])
  const to = useSyncExternalStore(session.subscribe, elsewhere, nowhere)

  if (to === undefined) return <Outlet />
  if (session.current() !== null) return <Navigate to={cameFrom(location.state)} replace />
  const state = { ...whereFrom(location), ...(session.hasExpired() && { expired: true }) }
  return <Navigate to={to} replace state={to === '/login' ? state : undefined} />
}

/** False when the server ended the session: who logs in again goes on here. */
function useLoggedOutHere(key: string): boolean {
  const session = useSession()
  const user = useCurrentUser()
  const [usedAt, setUsedAt] = useState<string>()
  if (user !== null && usedAt !== key) setUsedAt(key)
  return user === null && usedAt === key && !session.hasExpired()
}

const nowhere = () => undefined
