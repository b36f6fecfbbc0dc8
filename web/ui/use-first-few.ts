import { useDeferredValue } from 'react'
import { type NavigationType, useNavigationType } from 'react-router'

/** At least, in pixels; a list has as many columns as fit. */
interface Size {
  wide: number
  high: number
  /** On a phone, where rows lie as cards. */
  highOnPhone?: number
  /** What stands above the list. */
  above?: number
}

const PHONE_MAX = 480

function fitting({ wide, high, highOnPhone = high, above = 0 }: Size): number {
  const { innerWidth, innerHeight } = window
  const rows = Math.ceil((innerHeight - above) / (innerWidth > PHONE_MAX ? high : highOnPhone))
  return Math.max(1, rows) * Math.max(1, Math.floor(innerWidth / wide))
}

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
