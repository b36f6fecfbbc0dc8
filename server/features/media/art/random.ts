/** Gives numbers from 0 up to, not including, 1. */
export type Random = () => number

/** FNV-1a over code points: the same text is the same number on every machine. */
export function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const letter of text) {
    hash ^= letter.codePointAt(0) ?? 0
    hash = Math.imul(hash, 16_777_619)
  }
  return hash >>> 0
}

/** A generator (mulberry32) whose whole sequence follows from its seed. */
export function randomOf(seed: string): Random {
  let state = hashOf(seed)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** A whole number from 0 up to, not including, `count`. */
export function below(random: Random, count: number): number {
  return Math.floor(random() * count)
}

export function pick<Choice>(random: Random, choices: readonly [Choice, ...Choice[]]): Choice {
  return choices[below(random, choices.length)] ?? choices[0]
}
