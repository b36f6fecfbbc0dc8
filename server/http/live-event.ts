import { z } from 'zod'
import { CourseEvent } from '#contract/events.ts'

/**
 * A user may have lost access: a session ended, or a resource was hidden. Streams check again at once. This event never
 * leaves the server.
 */
const AccessChanged = z.object({
  type: z.literal('access.changed'),
  /** The user whose streams check again; all users without it. */
  userId: z.string().optional(),
})

/** A process found the database damaged. This event never leaves the server, either. */
const DatabaseDamaged = z.object({ type: z.literal('database.damaged') })

/** The events that processes of one site send each other. */
export const LiveEvent = z.discriminatedUnion('type', [
  ...CourseEvent.options,
  AccessChanged,
  DatabaseDamaged,
])
export type LiveEvent = z.infer<typeof LiveEvent>
