import { useEffect, useState } from 'react'
import { type NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * True while a user goes back or forward to a screen, until its first frame. Lists then lay out all their items
 * (`[data-returning]` in style sheets): with estimated heights the restored scroll position would show other items.
 */
export function useReturning(): boolean {
  const { key } = useLocation()
  const type: `${NavigationType}` = useNavigationType()
  const [shown, setShown] = useState({ key, returning: false })
  if (shown.key !== key) setShown({ key, returning: type === 'POP' })
  useEffect(() => {
    if (!shown.returning) return
    const frame = requestAnimationFrame(() => setShown({ ...shown, returning: false }))
    return () => cancelAnimationFrame(frame)
  }, [shown])
  return shown.returning
}
