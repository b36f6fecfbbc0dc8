import { useSyncExternalStore } from 'react'

/** Specification section 9: from this width on the side menu has its own column. */
const WIDE_PX = 1200

const query = () => window.matchMedia(`(min-width: ${WIDE_PX}px)`)

function subscribe(listener: () => void): () => void {
  const wide = query()
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether the side menu has its own column; taken for granted until the page has hydrated. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => true,
  )
