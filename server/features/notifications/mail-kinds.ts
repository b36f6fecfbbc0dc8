import { z } from 'zod'

/** An immediate mail about one notification. */
export const NOTIFICATION_MAIL = { name: 'notification', data: z.object({ id: z.string() }) }

/** An immediate mail about a security event. */
export const SECURITY_MAIL = { name: 'security', data: z.object({ id: z.string() }) }

/** One mail about all notifications since the last daily mail. */
export const DAILY_MAIL = {
  name: 'daily',
  data: z.object({ ids: z.array(z.string()), timeZone: z.string(), date: z.string() }),
}
