import { pick, randomOf } from '#server/features/media/art/random.ts'

export interface SeededRandom {
  /** A number from 0 up to, but not including, 1. */
  roll: () => number
  pick: <Item>(items: readonly [Item, ...Item[]]) => Item
}

/** Generates the same numbers for the same seed. */
export function createSeededRandom(seed: string): SeededRandom {
  const roll = randomOf(seed)
  return { roll, pick: (items) => pick(roll, items) }
}
