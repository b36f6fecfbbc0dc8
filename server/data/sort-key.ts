/** One character may fold to eighteen; a cursor has to carry the whole key. */
const SORT_KEY_MAX = 360

/** How titles and names are sorted and compared: without case, accents or width, the same on both databases. */
export function sortKey(text: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(/[\p{M}\u200b]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
  return folded.slice(0, SORT_KEY_MAX).toWellFormed()
}
