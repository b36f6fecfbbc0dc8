import { type RefCallback, startTransition, useCallback, useState } from 'react'

/** At least as far as browsers draw ahead of what is not drawn while it is far (`content-visibility`). */
const AHEAD = '200% 0px'

/**
 * Whether a part of a long list is near the window; at first it is. What it is `within` may say that it cannot be: then
 * nobody looks, for a browser looks at every frame.
 */
export function useNear(within = true): [follow: RefCallback<HTMLElement>, near: boolean] {
  const [near, setNear] = useState(true)
  const follow = useCallback(
    (part: HTMLElement | null) => {
      const hear = (now: boolean) => startTransition(() => setNear(now))
      if (!within) hear(false)
      if (!(part && within)) return
      const observer = new IntersectionObserver((seen) => hear(seen.at(-1)?.isIntersecting ?? true), {
        rootMargin: AHEAD,
      })
      observer.observe(part)
      return () => observer.disconnect()
    },
    [within],
  )
  return [follow, near]
}
