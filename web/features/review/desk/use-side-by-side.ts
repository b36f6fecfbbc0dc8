import { useSyncExternalStore } from 'react'

/** From this width on queue and item are beside each other; below, they are two views. `desk.module.css` has it too. */
const query = () => window.matchMedia('(min-width: 900px)')

function subscribe(listener: () => void): () => void {
  const list = query()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether queue and item are beside each other. */
export const useSideBySide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => true,
  )
