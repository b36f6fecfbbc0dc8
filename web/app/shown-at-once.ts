import type { createBrowserRouter } from 'react-router'
import { fadeInto } from '#web/core/fade.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** Rendered and painted by it, and apart from what the press itself takes. A tab put away has no frames. */
function inNextFrame(show: () => void): void {
  if (document.hidden) show()
  else requestAnimationFrame(show)
}

/**
 * The router as its provider hears of it: the next frame after its answers shows a screen, or begins to fade into it.
 * Left to itself React would render it in slices over several frames, and React Router twice before a fade. That a screen
 * is on its way nobody is told: nothing shows it, and the former one would be rendered again.
 */
export function shownAtOnce(router: Router): Router {
  const subscribe: Router['subscribe'] = (hear) =>
    router.subscribe((state, { viewTransitionOpts, ...change }) => {
      if (state.navigation.state !== 'idle') return
      if (viewTransitionOpts) fadeInto(() => hear(state, change))
      else inNextFrame(() => hear(state, { ...change, flushSync: true }))
    })
  return Object.assign(Object.create(router), { subscribe })
}
