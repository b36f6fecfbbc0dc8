/** Whether each entry holds a lexeme, a bit for each: of a hundred thousand entries 12 KB, however many hold it. */
export type Holders = Uint32Array

const BITS = 32

/** `seqs` are entries, the newest first. */
export function holdersOf(seqs: readonly number[]): Holders {
  const holders = new Uint32Array(Math.floor((seqs[0] ?? 0) / BITS) + 1)
  for (const seq of seqs) {
    const at = Math.floor(seq / BITS)
    holders[at] = (holders[at] ?? 0) | (1 << (seq % BITS))
  }
  return holders
}

/** The newest entries, at most `limit`, that hold one lexeme of each group or more. */
export function newestHeld(groups: readonly (readonly Holders[])[], limit: number): number[] {
  const lengths = groups.map((group) => Math.max(0, ...group.map((each) => each.length)))
  const found: number[] = []
  for (let at = Math.min(...lengths) - 1; at >= 0 && found.length < limit; at -= 1) {
    let bits = heldAt(groups, at)
    while (bits !== 0) {
      const bit = BITS - 1 - Math.clz32(bits)
      found.push(at * BITS + bit)
      bits &= ~(1 << bit)
    }
  }
  return found.slice(0, limit)
}

/** Of these entries those that hold one of the lexemes or more. */
export function heldByAny(seqs: readonly number[], lexemes: readonly Holders[]): number[] {
  return seqs.filter((seq) => {
    const at = Math.floor(seq / BITS)
    return lexemes.some((holders) => ((holders[at] ?? 0) & (1 << (seq % BITS))) !== 0)
  })
}

/** Of the entries that stand there side by side, those that hold one lexeme of each group or more. */
function heldAt(groups: readonly (readonly Holders[])[], at: number): number {
  let inAll = -1
  for (const group of groups) {
    let inGroup = 0
    for (const holders of group) inGroup |= holders[at] ?? 0
    inAll &= inGroup
  }
  return inAll
}
