import { z } from 'zod'
import { LiveEvent } from '#server/http/live-events.ts'

export const FromWorker = z.discriminatedUnion('kind', [
  /** The database is ready, so the other workers may start. */
  z.object({ kind: z.literal('prepared') }),
  z.object({ kind: z.literal('event'), event: LiveEvent }),
  z.object({ kind: z.literal('metrics') }),
])

export type FromWorker = z.infer<typeof FromWorker>

export const FromPrimary = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), id: z.string(), event: LiveEvent }),
  z.object({ kind: z.literal('metrics'), text: z.string() }),
])

export type FromPrimary = z.infer<typeof FromPrimary>
