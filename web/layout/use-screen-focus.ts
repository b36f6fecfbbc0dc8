import { useEffect, useRef } from 'react'
import { type NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * Moves the focus to every new screen, so that a screen reader reads its title (specification section 1). Filters replace
 * their address and leave the focus alone. Returns the ref of the element that takes it.
 */
export function useScreenFocus() {
  const location = useLocation()
  const type: `${NavigationType}` = useNavigationType()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(location)
  useEffect(() => {
    const { pathname, search } = shown.current
    shown.current = location
    if (pathname === location.pathname && (search === location.search || type === 'REPLACE')) return
    if (main.current) focusScreen(main.current)
  }, [location, type])
  return main
}

/** The name is there for the focus only; afterwards the element is a `main` like any other. */
function focusScreen(main: HTMLElement): void {
  main.ariaLabel = document.title
  main.onblur = () => main.removeAttribute('aria-label')
  main.focus({ preventScroll: true })
}
