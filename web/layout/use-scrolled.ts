import { useEffect, useEffectEvent } from 'react'

/** Specification section 4: how far a page may be scrolled before popups and the drawer close. */
export const SCROLL_LIMIT_PX = 10

/** Runs at every scroll of the page, with its offset, while `active`. */
export function useScrolled(active: boolean, onScroll: (offset: number) => void): void {
  const scrolled = useEffectEvent(() => onScroll(window.scrollY))
  useEffect(() => {
    if (!active) return
    const listener = () => scrolled()
    window.addEventListener('scroll', listener, { passive: true })
    return () => window.removeEventListener('scroll', listener)
  }, [active])
}
