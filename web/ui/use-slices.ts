import { startTransition, useEffect, useState } from 'react'
import { type NavigationType, useNavigationType } from 'react-router'

/**
 * How many of a list's `count` items to show now. Of many that come together one slice is drawn, then the next: rendered in
 * a task, laid out by the frame after it, so that none of them keeps a press waiting. Up to `first` are there at once when
 * the list begins. One that somebody comes back to is whole, for they may have been far below.
 */
export function useSlices(count: number, size: number, first = size): number {
  const type: `${NavigationType}` = useNavigationType()
  const [drawn, setDrawn] = useState(type === 'POP' ? count : 0)
  const shown = Math.min(count, drawn || first)
  useEffect(() => {
    const next = Math.min(count, shown + size)
    if (next === drawn) return
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(next)))
    return () => cancelAnimationFrame(frame)
  }, [count, shown, size, drawn])
  return shown
}
