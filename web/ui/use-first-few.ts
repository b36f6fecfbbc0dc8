import { useDeferredValue } from 'react'
import { type NavigationType, useNavigationType } from 'react-router'

/** At least, in pixels; a list has as many columns as fit. */
interface Size {
  wide: number
  high: number
}

const fitting = ({ wide, high }: Size) =>
  Math.ceil(window.innerHeight / high) * Math.max(1, Math.floor(window.innerWidth / wide))

/**
 * Of a list that comes with a new screen first what fills the window, so that it is painted at once; all of it right
 * after, rendered in slices. A list that somebody comes back to is whole, for they may have been far below, and so is the
 * first one of a visit, which is there as markup.
 */
export function useFirstFew<Item>(items: readonly Item[], size: Size): readonly Item[] {
  const type: `${NavigationType}` = useNavigationType()
  const all = useDeferredValue(true, type === 'POP')
  return all ? items : items.slice(0, fitting(size))
}
