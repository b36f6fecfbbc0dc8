import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * On a slow line people type before the page is alive. What then stands in the field is told as if it had been typed
 * right after; without this the first change elsewhere would take it away again.
 */
export function useTypedEarly(
  field: RefObject<HTMLInputElement | null>,
  value: string | undefined,
  onTyped: ((value: string) => void) | undefined,
): void {
  const take = useEffectEvent(() => {
    const typed = field.current?.value
    if (value !== undefined && typed !== undefined && typed !== value) onTyped?.(typed)
  })
  useLayoutEffect(() => take(), [])
}
