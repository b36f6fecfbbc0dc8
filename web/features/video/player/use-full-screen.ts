import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'

const IDLE_MS = 3000

/** Whether our element fills the screen, and a function that changes it. Hosts offer no such command. */
export function useFullScreen(element: RefObject<HTMLElement | null>): [boolean, () => void] {
  const isFull = useSyncExternalStore(onChange, () => Boolean(document.fullscreenElement))
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

/** Whether the user has neither moved the pointer nor pressed a key for three seconds. An open menu keeps them busy. */
export function useIdle(isEnabled: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isEnabled) return
    let timer: ReturnType<typeof setTimeout>
    const listening = new AbortController()
    const isBusy = () => document.activeElement?.closest('[popover]') instanceof Element
    const sleep = () => (isBusy() ? wake() : setIdle(true))
    function wake(): void {
      setIdle(false)
      clearTimeout(timer)
      timer = setTimeout(sleep, IDLE_MS)
    }
    wake()
    for (const type of ['pointermove', 'pointerdown', 'keydown'])
      document.addEventListener(type, wake, { signal: listening.signal })
    return () => {
      listening.abort()
      clearTimeout(timer)
      setIdle(false)
    }
  }, [isEnabled])
  return isIdle
}
