import { formatDay } from '#web/ui/text/format-day.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The server stores the last use of a session only every five minutes. */
const NOW_MS = 6 * MINUTE

/** `now`, `12 min ago`, `2 h ago`, `yesterday`, `21 Nov`. In the zone of the browser. */
export function formatAgo(time: string, now = Date.now()): string {
  const age = now - Date.parse(time)
  if (age < NOW_MS) return 'now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (isSameDay(time, now)) return `${Math.floor(age / HOUR)} h ago`
  return isSameDay(time, now - DAY) ? 'yesterday' : formatDay(time, new Date(now))
}

const isSameDay = (time: string, other: number) =>
  new Date(time).toDateString() === new Date(other).toDateString()
