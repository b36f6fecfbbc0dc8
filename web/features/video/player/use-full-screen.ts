import { type RefObject, useSyncExternalStore } from 'react'

/** Whether our element fills the screen, and a function that changes it. Hosts offer no such command. */
export function useFullScreen(element: RefObject<HTMLElement | null>): [boolean, () => void] {
  const isFull = useSyncExternalStore(onChange, () => document.fullscreenElement !== null)
  function toggle(): void {
    // A browser may refuse, for example because the press was too long ago.
    const done = isFull ? document.exitFullscreen() : element.current?.requestFullscreen()
    done?.catch(() => undefined)
  }
  return [isFull, toggle]
}

function onChange(notify: () => void): () => void {
  document.addEventListener('fullscreenchange', notify)
  return () => document.removeEventListener('fullscreenchange', notify)
}
