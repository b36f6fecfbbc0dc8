import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * A reference to the newest value. It stays the same, so that a row of a long list can call the newest functions without
 * rendering at each change of the list. For events only, never while rendering.
 */
export function useNewest<Value>(value: Value): RefObject<Value> {
  const newest = useRef(value)
  useLayoutEffect(() => {
    newest.current = value
  })
  return newest
}
