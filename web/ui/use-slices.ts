import { useEffect, useState } from 'react'
import { type NavigationType, useNavigationType } from 'react-router'

/**
 * How many of a list's `count` items to show now. Of many that come together one slice is drawn, then the next, so that none
 * of them keeps a press waiting; up to a slice is there at once. A list that somebody comes back to is whole, for they may
 * have been far below.
 */
export function useSlices(count: number, size: number): number {
  const type: `${NavigationType}` = useNavigationType()
  const [drawn, setDrawn] = useState(type === 'POP' ? count : 0)
  const shown = Math.min(count, drawn + size)
  useEffect(() => {
    if (shown === drawn) return
    const frame = requestAnimationFrame(() => setDrawn(shown))
    return () => cancelAnimationFrame(frame)
  }, [shown, drawn])
  return shown
}
