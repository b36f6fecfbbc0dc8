import type { z } from 'zod'

/** A kind of job: its name in the table, and what its payload must be. */
export interface JobKind<Payload> {
  name: string
  payload: z.ZodType<Payload>
}

/** Declares a kind of job, so that what enqueues it and what does it agree about the payload. */
export function jobKind<Payload>(name: string, payload: z.ZodType<Payload>): JobKind<Payload> {
  return { name, payload }
}
