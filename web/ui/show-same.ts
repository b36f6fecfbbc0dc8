type Props = Readonly<Record<string, unknown>>

/** For `memo`: whether two parts, or parts of parts, show the same things, though their lists were made anew. */
export function showSame(before: Props, now: Props): boolean {
  return Object.keys(now).every((name) => isSame(before[name], now[name]))
}

/** The same thing, or lists, or lists of lists, of the same things. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!(Array.isArray(one) && Array.isArray(other))) return Object.is(one, other)
  return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
}
