import { useNavigate } from 'react-router'
import { useCall } from '#web/core/parts.tsx'
import { useSession } from '#web/core/session.tsx'

/**
 * Ends the session here at once and on the server whatever it answers, and goes home in place of the present screen
 * (specification section 4). Home comes first, so that a guarded screen does not send anybody to the login screen.
 */
export function useLogout(): () => void {
  const call = useCall()
  const session = useSession()
  const navigate = useNavigate()
  return () => {
    // The browser forgets the person even if the server cannot be reached; the token then ends by its age.
    call('auth.logout').catch(() => {})
    void navigate('/', { replace: true, flushSync: true })
    session.signOut()
  }
}
