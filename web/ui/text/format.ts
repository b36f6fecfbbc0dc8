import { countOf } from '#contract/format.ts'

/**
 * How dates, ages and sizes are written. Dates are in the zone of the browser. `contract/format.ts` has what the first page needs
 * and what the server writes, too.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const KILO = 1024

/** Makes the format when it is first used, because that loads a language. */
function dateFormat(options: Intl.DateTimeFormatOptions): (time: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (time) => {
    format ??= new Intl.DateTimeFormat('en-GB', options)
    return format.format(new Date(time))
  }
}

const weekday = dateFormat({ weekday: 'long' })
const dayAndMonth = dateFormat({ day: 'numeric', month: 'long' })
const dayAndYear = dateFormat({ dateStyle: 'long' })
/** `14 November 2025 at 14:05` */
export const formatFullTime = dateFormat({ dateStyle: 'long', timeStyle: 'short' })
/** `09:14` */
export const formatClock = dateFormat({ hour: '2-digit', minute: '2-digit' })

/** `14 November`, with the year unless it is the current one. */
export function formatDate(time: string, now = new Date()): string {
  return new Date(time).getFullYear() === now.getFullYear() ? dayAndMonth(time) : dayAndYear(time)
}

/** The day in the zone of the browser: `2026-11-26`. */
export function localDay(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE).toISOString().slice(0, 10)
}

const WEEK_DAYS = 7

/** `today`, `yesterday`, `Monday`, `14 November` or `14 November 2025`. */
export function formatDay(time: string, now = new Date()): string {
  const age = daysBetween(new Date(time), now)
  if (age === 0) return 'today'
  if (age === 1) return 'yesterday'
  return age > 1 && age < WEEK_DAYS ? weekday(time) : formatDate(time, now)
}

/** Whole days of the calendar. A day on which the clock changes has 23 or 25 hours. */
const daysBetween = (from: Date, to: Date) => Math.round((midnightOf(to) - midnightOf(from)) / DAY)
const midnightOf = (date: Date) => new Date(date).setHours(0, 0, 0, 0)

/** `14:05` today, else the day: for "since" and "from". */
export function formatSince(time: string, now = new Date()): string {
  return daysBetween(new Date(time), now) === 0 ? formatClock(time) : formatDay(time, now)
}

/** `just now`, `5 min ago`, `14:05`, `yesterday`, `Monday`, `14 November` or `14 November 2025`. */
export function formatRelativeTime(time: string, now = new Date()): string {
  const age = now.getTime() - Date.parse(time)
  if (Math.abs(age) < MINUTE) return 'just now'
  return age > 0 && age < HOUR ? `${Math.floor(age / MINUTE)} min ago` : formatSince(time, now)
}

/** `40 min`, `19 h` or `3 days` */
export function formatAge(ms: number): string {
  if (ms < HOUR) return `${Math.max(1, Math.floor(ms / MINUTE))} min`
  return ms < DAY ? `${Math.floor(ms / HOUR)} h` : countOf(Math.floor(ms / DAY), 'day')
}

/** The size of a picture: `812 KB`, `3.1 MB`. */
export function formatPictureSize(bytes: number): string {
  if (bytes < KILO * KILO) return `${Math.max(1, Math.round(bytes / KILO))} KB`
  return `${(bytes / KILO / KILO).toFixed(1)} MB`
}

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const

/** The size of a video: `812 KB`, `3 MB`, `3.1 GB`. */
export function formatVideoSize(bytes: number): string {
  let value = bytes / KILO
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= KILO
    unit += 1
  }
  const shown = value < 10 && unit > 1 ? Math.round(value * 10) / 10 : Math.max(1, Math.round(value))
  return `${shown} ${UNITS[unit] ?? ''}`
}

/** The first `length` characters and ' ...' where something was cut off. */
export function excerpt(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('')} ...` : text
}
