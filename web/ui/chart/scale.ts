/** Steps that an axis may have, times a power of ten. */
const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The top of an axis for values up to `max`, and its three ticks: whole round numbers. */
export function scaleFor(max: number): { top: number; ticks: [number, number, number] } {
  const half = Math.max(max / 2, 1)
  const power = 10 ** Math.floor(Math.log10(half))
  const step = STEPS.map((each) => each * power).find((each) => each >= half && Number.isInteger(each))
  const middle = step ?? Math.ceil(half)
  return { top: middle * 2, ticks: [0, middle, middle * 2] }
}

let format: Intl.DateTimeFormat | undefined

/** `29 Oct`, for a day such as 2026-10-29. */
export function formatShortDay(day: string): string {
  format ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return format.format(new Date(day))
}
