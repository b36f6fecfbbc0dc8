/** Words of this many letters forgive one typing error: a letter too many, missing or wrong, or two that changed places. */
export const FORGIVING_MIN = 5
/** Longer words would fill the table of deletions and are seldom typed. */
const FORGIVING_MAX = 20

export function forgives(word: string): boolean {
  const letters = [...word].length
  return letters >= FORGIVING_MIN && letters <= FORGIVING_MAX
}

/**
 * The word with each of its letters left out. Two words one error apart always meet among themselves and their
 * deletions, which turns guessing into looking up (the SymSpell idea).
 */
export function deletionsOf(word: string): string[] {
  const letters = [...word]
  return [...new Set(letters.map((_, index) => letters.toSpliced(index, 1).join('')))]
}

/** Whether one typing error, or none, leads from one word to the other. */
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
