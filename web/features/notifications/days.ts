export const DAYS = ['Today', 'Yesterday', 'Earlier'] as const
type Day = (typeof DAYS)[number]

/** Which day a time was on, where the user is. */
export function dayOf(time: string, now: Date): Day {
  const date = new Date(time)
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  if (date >= midnight) return 'Today'
  midnight.setDate(midnight.getDate() - 1)
  return date >= midnight ? 'Yesterday' : 'Earlier'
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const WITH_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** "09:14" for today and yesterday, else "21 Nov", with the year of another one. */
export function timeOf(time: string, now: Date): string {
  const date = new Date(time)
  if (dayOf(time, now) !== 'Earlier') return CLOCK.format(date)
  return (date.getFullYear() === now.getFullYear() ? DATE : WITH_YEAR).format(date)
}
