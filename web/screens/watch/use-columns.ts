import { type RefObject, useLayoutEffect, useState } from 'react'

/** The same width as in the style sheets of this folder. */
const TWO_COLUMNS_PX = 1020

/** How many columns the watch page has; undefined before it is laid out, so that no part is rendered twice. */
export function useColumns(page: RefObject<HTMLElement | null>): 1 | 2 | undefined {
  const [columns, setColumns] = useState<1 | 2>()
  useLayoutEffect(() => {
    const element = page.current
    if (element === null) return
    const read = () => setColumns(element.getBoundingClientRect().width < TWO_COLUMNS_PX ? 1 : 2)
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [page])
  return columns
}
