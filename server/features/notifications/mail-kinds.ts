import { z } from 'zod'

/** Tells of one notification, at once. */
export const NOTIFICATION_MAIL = { name: 'notification', data: z.object({ id: z.string() }) }

/** The same for what concerns the safety of the account. */
export const SECURITY_MAIL = { name: 'security', data: z.object({ id: z.string() }) }

/** Tells of everything since the last one. */
export const DAILY_MAIL = {
  name: 'daily',
  data: z.object({ ids: z.array(z.string()), timeZone: z.string(), date: z.string() }),
}
