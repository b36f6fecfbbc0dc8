/**
 * A long list is drawn in parts: one that did not change is not rendered again, and one that is far below is neither laid
 * out nor painted (`content-visibility`), so that a list of ten thousand is as quick as one of a hundred.
 */
export function partsOf<Item>(items: readonly Item[], size: number): readonly Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, part) => items.slice(part * size, (part + 1) * size))
}
