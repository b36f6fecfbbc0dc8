import { type RefObject, useEffect } from 'react'

/**
 * Scrolls the current tab of a row into view where the row is wider than the screen: in the next frame, so that rendering does
 * not force a layout.
 */
export function useCurrentInView(row: RefObject<HTMLElement | null>, current: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is current
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const tab = row.current?.querySelector<HTMLElement>('[aria-current="page"], [aria-selected="true"]')
      if (row.current && tab)
        row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [current])
}
