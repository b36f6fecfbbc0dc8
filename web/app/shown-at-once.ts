import { startTransition } from 'react'
import type { createBrowserRouter } from 'react-router'
import { fadeInto } from '#web/core/fade.ts'
import { inTaskOfItsOwn } from '#web/core/own-task.ts'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * The router as its provider hears of it: when its answers are there, a screen is rendered in one go in a task of its own,
 * what it does once it is there in another, and the next frame shows it or begins to fade into it. All in the task of the
 * press, or of that frame, would keep a phone from answering for longer; as a transition it would take several frames, and
 * React Router would render twice before a fade. That a screen is on its way nobody is told: nothing shows it, and the
 * former one would be rendered again.
 */
export function shownAtOnce(router: Router): Router {
  const subscribe: Router['subscribe'] = (hear) =>
    router.subscribe((state, { viewTransitionOpts, ...change }) => {
      if (state.navigation.state !== 'idle') return
      // While it fades nothing is painted: it may be rendered in slices.
      if (viewTransitionOpts) fadeInto(() => startTransition(() => hear(state, change)))
      else inTaskOfItsOwn(() => hear(state, change))
    })
  return Object.assign(Object.create(router), { subscribe })
}
