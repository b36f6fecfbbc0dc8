export interface SeededRandom {
  /** A number from 0 up to, but not including, 1. */
  roll: () => number
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
}

/** Generates the same numbers for the same seed, so that every new site has the same demo (mulberry32). */
export function createSeededRandom(seed: string): SeededRandom {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    0x811c9dc5,
  )
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    const once = Math.imul(state ^ (state >>> 15), 1 | state)
    const twice = (once + Math.imul(once ^ (once >>> 7), 61 | once)) ^ once
    return ((twice ^ (twice >>> 14)) >>> 0) / 4_294_967_296
  }
  return { roll, pick: (items) => items[Math.floor(roll() * items.length)] ?? items[0] }
}
