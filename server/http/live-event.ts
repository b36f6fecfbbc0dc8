import { z } from 'zod'
import { CourseEvent } from '#contract/events.ts'

/**
 * Somebody may have lost the right to watch: a session ended, or something was hidden. Streams look again at once. It
 * never leaves the server.
 */
const AccessChanged = z.object({
  type: z.literal('access.changed'),
  /** Whose streams look again; everybody's without it. */
  userId: z.string().optional(),
})

/** Pages of the database are not what was written. It never leaves the server, either. */
const DatabaseDamaged = z.object({ type: z.literal('database.damaged') })

/** What processes of one site tell each other. */
export const LiveEvent = z.discriminatedUnion('type', [
  ...CourseEvent.options,
  AccessChanged,
  DatabaseDamaged,
])
export type LiveEvent = z.infer<typeof LiveEvent>
