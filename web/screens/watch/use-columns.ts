import { type RefObject, useLayoutEffect, useState } from 'react'

/** The same width as in the style sheets of this folder. */
const TWO_COLUMNS_PX = 1020

type Columns = 1 | 2

/** What was measured last: a user who comes back gets all parts at once, so that the place in them can be restored. */
let measured: Columns | undefined

/** How many columns the watch page has; undefined before it is laid out for the first time, so that no part is rendered twice. */
export function useColumns(page: RefObject<HTMLElement | null>): Columns | undefined {
  const [columns, setColumns] = useState(measured)
  useLayoutEffect(() => {
    const element = page.current
    if (element === null) return
    const read = () => {
      measured = element.getBoundingClientRect().width < TWO_COLUMNS_PX ? 1 : 2
      setColumns(measured)
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [page])
  return columns
}
