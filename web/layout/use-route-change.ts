import { useEffect, useLayoutEffect, useRef } from 'react'
import { type NavigationType, useLocation, useNavigationType } from 'react-router'
import { hasArrived } from '#web/core/fade.ts'

/**
 * A new screen, or new results on the same one, begins at the top (specification section 1) with the focus in it and its
 * title read aloud; the way back leads to where one was. Filters replace their address and leave both alone.
 * Both are done by the frame that paints the screen: before it they would have the screen laid out in the task that renders
 * it. Gives the ref of the element that takes the focus.
 */
export function useRouteChange() {
  const location = useLocation()
  const type: `${NavigationType}` = useNavigationType()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(location)
  const arrived = useRef(false)

  useLayoutEffect(() => {
    const { pathname, search } = shown.current
    shown.current = location
    hasArrived()
    if (pathname === location.pathname && (search === location.search || type === 'REPLACE')) return
    arrived.current = true
    const top = (type === 'POP' && offsets.get(location.key)) || 0
    requestAnimationFrame(() => window.scrollTo({ top, behavior: 'instant' }))
  }, [location, type])

  useEffect(() => {
    // What closed with the former screen has given back its focus by now.
    const screen = main.current
    if (arrived.current && screen) requestAnimationFrame(() => focusScreen(screen))
    arrived.current = false
  })

  useEffect(() => {
    const remember = () => offsets.set(shown.current.key, window.scrollY)
    restoring('manual')
    addEventListener('scroll', remember)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', leave)
    }
  }, [])
  return main
}

/** How far each entry of this tab's history was scrolled. */
const offsets = new Map<string, number>()

/** The browser would scroll before the screen of an entry is shown, so it does so for whole documents only. */
function restoring(way: ScrollRestoration): void {
  history.scrollRestoration = way
}
const leave = () => restoring('auto')

/** The focus is on the whole screen, whose name is read then; afterwards it is a `main` like any other. */
function focusScreen(main: HTMLElement): void {
  main.ariaLabel = document.title
  main.onblur = () => main.removeAttribute('aria-label')
  main.focus({ preventScroll: true })
}
