import { formatDay } from '#web/ui/text/format-day.ts'

const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** `24 Nov 18:05`, in the zone of the browser, like the other functions here. */
export function formatMoment(time: string, now = new Date()): string {
  return `${formatDay(time, now)} ${clockFormat.format(new Date(time))}`
}

/** `10:42` if it is today, else `24 Nov 10:42`. */
export function formatSince(time: string, now = new Date()): string {
  const isToday = new Date(time).toDateString() === now.toDateString()
  return isToday ? clockFormat.format(new Date(time)) : formatMoment(time, now)
}
