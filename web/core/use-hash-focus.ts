import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

const BUTTONS = 'button, a'

/**
 * Shows a part of the screen and focuses its first button, or the first element of another kind, when the hash of the address
 * names it: as soon as it is there, and at every press of such a link.
 */
export function useHashFocus(id: string, element: RefObject<HTMLElement | null>, kind = BUTTONS): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes when the same link is pressed again
  useEffect(() => {
    if (hash !== `#${id}`) return
    // After the new screen has taken the focus.
    const frame = requestAnimationFrame(() => {
      const first = element.current?.querySelector<HTMLElement>(kind)
      first?.focus({ preventScroll: true })
      first?.scrollIntoView({ block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [id, element, kind, hash, key])
}
