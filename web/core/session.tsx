import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#contract/session-user.ts'
import { useAppContext } from './app-context.tsx'
import type { Session } from './session-store.ts'

/** Who may change: `signIn`, `update`, `signOut`. */
export const useSession = (): Session => useAppContext().session

/**
 * Who is logged in. While a page is rendered on the server and while it hydrates, that is nobody, so that both agree;
 * right after it is the person.
 */
export function useCurrentUser(): SessionUser | null {
  const { subscribe, current } = useSession()
  return useSyncExternalStore(subscribe, current, nobody)
}

const nobody = () => null
