import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#contract/account/session-user.ts'
import { useAppContext } from './app-context.tsx'
import type { Session } from './session-store.ts'

/** The session, for `signIn`, `update` and `signOut`. */
export const useSession = (): Session => useAppContext().session

/**
 * The logged-in user. It is null on the server and during hydration, so that both render the same, and the user
 * afterwards.
 */
export function useCurrentUser(): SessionUser | null {
  const { subscribe, current } = useSession()
  return useSyncExternalStore(subscribe, current, noUser)
}

const noUser = () => null
