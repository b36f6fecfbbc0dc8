import { useLayoutEffect } from 'react'

let waiting = 0

/**
 * On the root element, for the footer (`layout.module.css`), where the server has put it for what a page that is not alive
 * yet waits for. No selector looks for what waits: that would go through a whole long list for each picture that arrives.
 */
function count(change: number): void {
  waiting += change
  document.documentElement.toggleAttribute('data-waiting', waiting > 0)
}

/** Said by what stands in for something on its way, as long as it stands there. */
export function useSaysWaiting(): void {
  useLayoutEffect(() => {
    count(1)
    return () => count(-1)
  }, [])
}
