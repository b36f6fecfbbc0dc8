/** Words of this many letters tolerate one typing error: an extra, missing or wrong letter, or two swapped letters. */
export const FORGIVING_MIN = 5
/** Longer words are rare and would fill the table of deletions. */
const FORGIVING_MAX = 20

export function forgives(word: string): boolean {
  const letters = [...word].length
  return letters >= FORGIVING_MIN && letters <= FORGIVING_MAX
}

/**
 * The word with each of its letters left out. Two words one error apart always share a deletion or one is a deletion of the
 * other, so finding typing errors is an index lookup (the SymSpell algorithm).
 */
export function deletionsOf(word: string): string[] {
  const letters = [...word]
  return [...new Set(letters.map((_, index) => letters.toSpliced(index, 1).join('')))]
}

/** Whether the words differ by at most one typing error. */
export function withinOneError(one: string, other: string): boolean {
  const a = [...one]
  const b = [...other]
  if (Math.abs(a.length - b.length) > 1) return false
  const start = a.findIndex((letter, index) => letter !== b[index])
  if (start === -1) return true
  const restOfA = a.slice(start)
  const restOfB = b.slice(start)
  return (
    same(restOfA.slice(1), restOfB) ||
    same(restOfA, restOfB.slice(1)) ||
    same(restOfA.slice(1), restOfB.slice(1)) ||
    (restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0] && same(restOfA.slice(2), restOfB.slice(2)))
  )
}

function same(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((letter, index) => letter === b[index])
}
