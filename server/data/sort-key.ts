import { foldText } from '#contract/fold.ts'

/** One character may fold to eighteen; a cursor has to carry the whole key. */
const SORT_KEY_MAX = 360

/** How titles and names are sorted and compared, the same on both databases. */
export function sortKey(text: string): string {
  return foldText(text).slice(0, SORT_KEY_MAX).toWellFormed()
}
