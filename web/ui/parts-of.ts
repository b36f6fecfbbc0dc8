import { useState } from 'react'

/**
 * A long list is drawn in parts: one that did not change is not rendered again, and one that is far below is neither laid
 * out nor painted (`content-visibility`), so that a list of ten thousand is as quick as one of a hundred.
 */
export function partsOf<Item>(items: readonly Item[], size: number): readonly Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, part) => items.slice(part * size, (part + 1) * size))
}

type Props = Readonly<Record<string, unknown>>

/** For `memo`: whether two parts, or parts of parts, show the same things, though their lists were made anew. */
export function showSame(before: Props, now: Props): boolean {
  return Object.keys(now).every((name) => isSame(before[name], now[name]))
}

function isSame(one: unknown, other: unknown): boolean {
  if (!(Array.isArray(one) && Array.isArray(other))) return Object.is(one, other)
  return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
}

/** The former list as long as it shows the same things, though it was made anew. */
export function useSame<Item>(items: readonly Item[]): readonly Item[] {
  const [kept, keep] = useState(items)
  if (isSame(kept, items)) return kept
  keep(items)
  return items
}
