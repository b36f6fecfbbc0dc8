import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False on the server and in the first render over its markup, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
