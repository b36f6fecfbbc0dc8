import { useLayoutEffect, useRef } from 'react'
import { type NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * Moves the focus to every new screen, so that a screen reader reads its title. Filters replace their address and do not
 * move the focus. Returns the ref of that element.
 */
export function useScreenFocus() {
  const location = useLocation()
  const type: `${NavigationType}` = useNavigationType()
  const main = useRef<HTMLElement>(null)
  const lastLocation = useRef(location)
  // An effect after painting would take the focus from a user who has already pressed Tab on the new screen.
  useLayoutEffect(() => {
    const { pathname, search } = lastLocation.current
    lastLocation.current = location
    if (pathname === location.pathname && (search === location.search || type === 'REPLACE')) return
    if (main.current) focusScreen(main.current)
  }, [location, type])
  return main
}

/** The label is only for the focus. On blur it is removed, so that the element is a plain `main` again. */
function focusScreen(main: HTMLElement): void {
  main.ariaLabel = document.title
  main.onblur = () => main.removeAttribute('aria-label')
  main.focus({ preventScroll: true })
}
