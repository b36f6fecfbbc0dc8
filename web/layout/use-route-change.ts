import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Scrolls to the top on every change of screen (specification section 1) and moves the focus into it, so that reading
 * aloud and the Tab key begin there. Gives the ref of the element that takes the focus.
 */
export function useRouteChange() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
