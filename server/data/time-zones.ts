const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The daily mail goes out at eight in the morning. */
const MORNING_MS = 8 * HOUR_MS

/** The time zone of the machine, for users without one of their own. */
export const SITE_TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

const formats = new Map<string, Intl.DateTimeFormat>()

/** Zones are compared without case: other spellings of one zone must not fill the memory. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const name = zone.toLowerCase()
  const known = formats.get(name)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(name, format)
  return format
}

/** Whether the zone has a name; a difference such as `+02:00` has none. */
export function isTimeZone(zone: string): boolean {
  try {
    return /^[a-z]/i.test(zone) && formatOf(zone) !== undefined
  } catch {
    return false
  }
}

/** The local time in a zone, as if it were UTC, in milliseconds. */
function wallClock(zone: string, time: number): number {
  const found = new Map(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The next eight o'clock in the morning after `now`, in milliseconds. */
export function nextMorning(zone: string, now: number): number {
  const wall = wallClock(zone, now)
  const today = wall - (wall % DAY_MS) + MORNING_MS
  for (const morning of [today, today + DAY_MS]) {
    // The offset of that morning: the clock may change before it.
    const guess = morning - (wall - now)
    const time = guess - (wallClock(zone, guess) - morning)
    if (time > now) return time
  }
  return now + DAY_MS
}

/** The local date, such as `2026-11-25`. */
export function dateIn(zone: string, now: number): string {
  return new Date(wallClock(zone, now)).toISOString().slice(0, 10)
}

/** When the local day began that `now` is in, in milliseconds. */
export function startOfDay(zone: string, now: number): number {
  const wall = wallClock(zone, now)
  const midnight = wall - (wall % DAY_MS)
  const guess = midnight - (wall - now)
  // The offset of that midnight: the clock may have changed since.
  return guess - (wallClock(zone, guess) - midnight)
}

/** The local time of the day, such as `10:42`. */
export function timeIn(zone: string, time: number): string {
  return new Date(wallClock(zone, time)).toISOString().slice(11, 16)
}

/** Returns a function that gives the next eight o'clock in a time zone, as ISO text. It computes each zone once. */
export function mornings(now: number): (timeZone: string | null) => string {
  const known = new Map<string, string>()
  return (timeZone) => {
    const zone = timeZone ?? SITE_TIME_ZONE
    const morning = known.get(zone) ?? new Date(nextMorning(zone, now)).toISOString()
    known.set(zone, morning)
    return morning
  }
}
