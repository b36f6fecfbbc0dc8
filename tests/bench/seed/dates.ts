const YEAR = 365 * 86_400_000

/** The site is three years old on the same day in every run. */
export const LAST_DAY = Date.UTC(2026, 9, 1)
export const FIRST_DAY = LAST_DAY - 3 * YEAR

/** The same id in every run: time, then the kind of thing and its number. */
export function idAt(time: number, kind: number, number: number): string {
  const rest = kind * 2 ** 40 + number
  return time.toString(16).padStart(12, '0') + rest.toString(16).padStart(12, '0')
}

export function isoOf(time: number): string {
  return new Date(time).toISOString()
}
