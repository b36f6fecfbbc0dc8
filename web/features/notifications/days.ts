import { formatDay } from '#web/ui/text/format-day.ts'

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

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** `09:14` for today and yesterday, else the day. */
export function timeOf(time: string, now: Date): string {
  return dayOf(time, now) === 'Earlier' ? formatDay(time, now) : CLOCK.format(new Date(time))
}
