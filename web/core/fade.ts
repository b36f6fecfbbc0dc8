import { inTaskOfItsOwn } from './own-task.ts'

/** A screen that never comes must not keep the former one on the glass. */
const AT_MOST_MS = 400

let arrive = () => {}

/** Said by the layout when another screen is in the document. */
export const hasArrived = (): void => arrive()

/** Lets the screen that is shown fade into the one that `show` brings, wherever the browser can. */
export function fadeInto(show: () => void): void {
  const fading = document.startViewTransition(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    // The browser then lays it out at once: not in the task that put it there.
    arrive = () => inTaskOfItsOwn(resolve)
    setTimeout(resolve, AT_MOST_MS)
    show()
    return promise
  })
  // The next change of screen, or a tab put away, ends it early.
  fading.ready.catch(() => {})
}
