import { startTransition } from 'react'
import type { createBrowserRouter } from 'react-router'
import { fadeInto } from '#web/core/fade.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** Before other tasks and, where the browser can, the second frame after a press. */
function inTaskOfItsOwn(show: () => void): void {
  if ('scheduler' in window) scheduler.postTask(show, { priority: 'user-blocking' }).catch(reportError)
  else setTimeout(show)
}

/**
 * The router as its provider hears of it: when its answers are there, a screen is rendered in a task of its own, and the
 * next frame shows it or begins to fade into it. With the press or that frame in the same task a phone would answer nobody
 * for longer. Left to itself React would render it in slices over several frames, and React Router twice before a fade. That
 * a screen is on its way nobody is told: nothing shows it, and the former one would be rendered again.
 */
export function shownAtOnce(router: Router): Router {
  const subscribe: Router['subscribe'] = (hear) =>
    router.subscribe((state, { viewTransitionOpts, ...change }) => {
      if (state.navigation.state !== 'idle') return
      // While it fades nothing is painted: it may be rendered in slices.
      if (viewTransitionOpts) fadeInto(() => startTransition(() => hear(state, change)))
      else inTaskOfItsOwn(() => hear(state, { ...change, flushSync: true }))
    })
  return Object.assign(Object.create(router), { subscribe })
}
