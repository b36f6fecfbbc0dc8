const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const dayWithYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** `24 Nov`, with the year unless it is the current one. In the zone of the browser. */
export function formatDay(time: string, now = new Date()): string {
  const date = new Date(time)
  return (date.getFullYear() === now.getFullYear() ? dayFormat : dayWithYear).format(date)
}
