import { startTransition, useEffect, useState } from 'react'

/** From this width on the side menu has its own column. */
const WIDE_PX = 1200

const query = () => window.matchMedia(`(min-width: ${WIDE_PX}px)`)

/** Whether the side menu has its own column now. */
export const isWide = (): boolean => query().matches

/**
 * The same as a hook; true until the page has hydrated. The first update is a transition, so that a phone does not render
 * its first screen twice in one task.
 */
export function useWide(): boolean {
  const [wide, setWide] = useState(true)
  useEffect(() => {
    const list = query()
    const update = () => setWide(list.matches)
    startTransition(update)
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [])
  return wide
}
