import { useLayoutEffect, useSyncExternalStore } from 'react'

let waiting = 0
let tell = () => {}

function count(change: 1 | -1): void {
  waiting += change
  tell()
}

/** There is one footer. */
function subscribe(listener: () => void): () => void {
  tell = listener
  return () => {
    tell = () => {}
  }
}

const somethingWaits = () => waiting > 0
const unknown = () => undefined

/** Said by what stands in for something on its way, as long as it stands there. */
export function useSaysWaiting(): void {
  useLayoutEffect(() => {
    count(1)
    return () => count(-1)
  }, [])
}

/** Whether anything on the page is on its way, for the footer; in markup nobody knows. */
export const useWaiting = (): boolean | undefined => useSyncExternalStore(subscribe, somethingWaits, unknown)
