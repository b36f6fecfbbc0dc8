import { countOf } from '#contract/format.ts'

/**
 * How dates, ages and sizes are written. Dates are in the zone of the browser. `contract/format.ts` has what the first page needs
 * and what the server writes, too.
 */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The server stores the last use of a session only every five minutes. */
const NOW_MS = 6 * MINUTE
const KILO = 1024

/** Makes the format when it is first used, because that loads a language. */
function dateFormat(options: Intl.DateTimeFormatOptions): (time: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (time) => {
    format ??= new Intl.DateTimeFormat('en-GB', options)
    return format.format(new Date(time))
  }
}

const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' })
/** `1 Dec 2026` */
export const formatDate = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })

const dayAndWholeMonth = dateFormat({ day: 'numeric', month: 'long' })
const wholeDate = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })
/** `14 March`, with the year unless it is the current one. */
export function formatWholeDay(time: string, now = new Date()): string {
  return new Date(time).getFullYear() === now.getFullYear() ? dayAndWholeMonth(time) : wholeDate(time)
}

/** `09:14` */
export const formatClock = dateFormat({ hour: '2-digit', minute: '2-digit' })

/** `24 Nov`, with the year unless it is the current one. */
export function formatDay(time: string, now = new Date()): string {
  return new Date(time).getFullYear() === now.getFullYear() ? dayAndMonth(time) : formatDate(time)
}

/** `24 Nov 18:05` */
export const formatMoment = (time: string, now = new Date()): string =>
  `${formatDay(time, now)} ${formatClock(time)}`

/** `10:42` if it is today, else `24 Nov 10:42`. */
export const formatSince = (time: string, now = new Date()): string =>
  isSameDay(time, now) ? formatClock(time) : formatMoment(time, now)

/** `now`, `12 min ago`, `2 h ago`, `yesterday`, `21 Nov`. */
export function formatAgo(time: string, now = Date.now()): string {
  const age = now - Date.parse(time)
  if (age < NOW_MS) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (isSameDay(time, new Date(now))) return `${Math.floor(age / HOUR)} h ago`
  return isSameDay(time, new Date(now - DAY)) ? 'yesterday' : formatDay(time, new Date(now))
}

const isSameDay = (time: string, other: Date) => new Date(time).toDateString() === other.toDateString()

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
