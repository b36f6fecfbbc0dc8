import { formatClock, formatDay } from '#web/ui/text/format.ts'

export const DAYS = ['Today', 'Yesterday', 'Earlier'] as const
type Day = (typeof DAYS)[number]

/** The day of a time, in the zone of the browser. */
export function dayOf(time: string, now: Date): Day {
  const date = new Date(time)
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  if (date >= midnight) return 'Today'
  midnight.setDate(midnight.getDate() - 1)
  return date >= midnight ? 'Yesterday' : 'Earlier'
}

/** `09:14` for today and yesterday, else the day. */
export function timeOf(time: string, now: Date): string {
  return dayOf(time, now) === 'Earlier' ? formatDay(time, now) : formatClock(time)
}
