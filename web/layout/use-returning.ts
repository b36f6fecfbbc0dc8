import { useEffect, useState } from 'react'
import { type NavigationType, useLocation, useNavigationType } from 'react-router'

/**
 * True while a user goes back or forward to a screen, until its first frame. Lists then lay out all their items
 * (`[data-returning]` in style sheets): with estimated heights the restored scroll position would show other items.
 */
export function useReturning(): boolean {
  const { key } = useLocation()
  const type: `${NavigationType}` = useNavigationType()
  const [state, setState] = useState({ key, returning: false })
  if (state.key !== key) setState({ key, returning: type === 'POP' })
  useEffect(() => {
    if (!state.returning) return
    const frame = requestAnimationFrame(() => setState({ ...state, returning: false }))
    return () => cancelAnimationFrame(frame)
  }, [state])
  return state.returning
}
