import { startTransition, useEffect, useState } from 'react'

/**
 * How many of the `count` parts of a list are filled now, though nobody is near them: a few more with every frame, each time
 * in a task that keeps no press waiting. What a reader looks for in the page is then there, drawn or not.
 */
export function useFilled(count: number, size: number): number {
  const [filled, setFilled] = useState(0)
  useEffect(() => {
    if (filled >= count) return
    const frame = requestAnimationFrame(() => startTransition(() => setFilled(filled + size)))
    return () => cancelAnimationFrame(frame)
  }, [count, size, filled])
  return filled
}
