import { useCallback, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation, useMatches, useNavigation } from 'react-router'
import { type CameFrom, cameFrom, guardedTo, guardsOf } from '#web/core/guard.ts'
import { useSession } from '#web/core/session.tsx'

/**
 * The screen, or the way to where its guard sends somebody (specification section 2): the login screen remembers where
 * they wanted to go and brings them there as soon as they are logged in. On the server and while hydrating nobody is
 * sent anywhere, so a guarded screen comes as its skeleton.
 */
export function GuardedOutlet() {
  const session = useSession()
  const matches = useMatches()
  const location = useLocation()
  const navigation = useNavigation()
  const elsewhere = useCallback(() => guardedTo(guardsOf(matches), session.current()), [matches, session])
  const to = useSyncExternalStore(session.subscribe, elsewhere, nowhere)

  if (to === undefined) return <Outlet />
  // Somebody is on the way already: after logging out, home.
  if (navigation.state !== 'idle') return null
  if (to === '/login') return <Navigate to={to} replace state={whereFrom(location)} />
  return <Navigate to={session.current() === null ? to : cameFrom(location.state)} replace />
}

const nowhere = () => undefined

const whereFrom = ({ pathname, search, hash }: ReturnType<typeof useLocation>): CameFrom => ({
  from: pathname + search + hash,
})
