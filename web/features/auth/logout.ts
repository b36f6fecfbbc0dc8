import { useCall } from '#web/core/app-context.tsx'
import { useSession } from '#web/core/session.tsx'

/**
 * Ends the session here at once, and on the server whatever it answers. The layout then leads home in place of the present
 * screen (specification section 4).
 */
export function useLogout(): () => void {
  const call = useCall()
  const session = useSession()
  return () => {
    // The browser forgets the person even if the server cannot be reached; the token then ends by its age.
    call('auth.logout').catch(() => {})
    session.signOut()
  }
}
