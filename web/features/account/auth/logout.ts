import { useCall } from '#web/core/app-context.tsx'
import { useSession } from '#web/core/session.tsx'

/**
 * Ends the session in the browser and sends the logout to the server without waiting for it. The layout then
 * replaces the screen with the home page (specification section 4).
 */
export function useLogout(beforeLogout: () => Promise<void>): () => Promise<void> {
  const call = useCall()
  const session = useSession()
  return async () => {
    await beforeLogout()
    // The browser logs out even if the server cannot be reached. The token then expires on its own.
    call('auth.logout').catch(() => {})
    session.signOut()
  }
}
