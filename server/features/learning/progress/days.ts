import { dateIn, isTimeZone, SITE_TIME_ZONE } from '#server/data/time-zones.ts'

/**
 * The day on which something was watched, in the zone of the browser that saves it. A client that sends no zone gets that of the
 * user's settings, or of the site.
 */
export function dayOf(time: string, sent: string | undefined, stored: string | null): string {
  const zone = sent !== undefined && isTimeZone(sent) ? sent : (stored ?? SITE_TIME_ZONE)
  return dateIn(zone, Date.parse(time))
}
