import { startTransition, useEffect, useState } from 'react'

/** Specification section 9: from this width on the side menu has its own column. */
const WIDE_PX = 1200

const query = () => window.matchMedia(`(min-width: ${WIDE_PX}px)`)

/** Whether the side menu has its own column now. */
export const isWide = (): boolean => query().matches

/**
 * The same, followed; taken for granted until the page has hydrated. A phone learns of it in slices, or its first screen
 * would be rendered twice in one go.
 */
export function useWide(): boolean {
  const [wide, setWide] = useState(true)
  useEffect(() => {
    const asked = query()
    const tell = () => setWide(asked.matches)
    startTransition(tell)
    asked.addEventListener('change', tell)
    return () => asked.removeEventListener('change', tell)
  }, [])
  return wide
}
