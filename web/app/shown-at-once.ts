import { startTransition } from 'react'
import type { createBrowserRouter } from 'react-router'
import { fadeInto } from '#web/core/fade.ts'
import { inTaskOfItsOwn } from '#web/core/own-task.ts'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * The router as its provider hears of it. A screen whose answers are there is rendered in one go in a task of its own, what
 * it does once it is there in another, and the next frame shows it: all in the task of the press would keep a phone from
 * answering for longer, and as a transition it would take several frames. One that had to be waited for is rendered in
 * slices, because the first time it is as much work as a phone does in three frames; so is one that fades in, for nothing is
 * painted meanwhile, and React Router itself would render it twice. That a screen is on its way nobody is told: nothing shows
 * it, and the former one would be rendered again.
 */
export function shownAtOnce(router: Router): Router {
  const subscribe: Router['subscribe'] = (hear) => {
    /** Runs out when the change of screen is not over within the task that began it. */
    let patience: ReturnType<typeof setTimeout> | undefined
    let isAwaited = false
    return router.subscribe((state, { viewTransitionOpts, ...change }) => {
      clearTimeout(patience)
      if (state.navigation.state !== 'idle') {
        patience = setTimeout(() => {
          isAwaited = true
        })
        return
      }
      const inSlices = () => startTransition(() => hear(state, change))
      if (viewTransitionOpts) fadeInto(inSlices)
      else if (isAwaited) inSlices()
      else inTaskOfItsOwn(() => hear(state, change))
      isAwaited = false
    })
  }
  return Object.assign(Object.create(router), { subscribe })
}
