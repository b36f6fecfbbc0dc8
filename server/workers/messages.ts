import { z } from 'zod'
import { LiveEvent } from '../http/live-events.ts'

/** The first use of a name creates its counter. */
const CounterRules = z.object({ name: z.string(), points: z.number(), duration: z.number() })

export type CounterRules = z.infer<typeof CounterRules>

const Counting = z.object({
  counter: CounterRules,
  does: z.enum(['consume', 'penalty', 'reward', 'get', 'set', 'delete']),
  key: z.string(),
  points: z.number().optional(),
  seconds: z.number().optional(),
})

export type Counting = z.infer<typeof Counting>

/** The state of a counter; `refused` if a request exceeded its limit. */
export const Counted = z
  .object({
    refused: z.boolean(),
    remainingPoints: z.number(),
    msBeforeNext: z.number(),
    consumedPoints: z.number(),
  })
  .nullable()

export type Counted = z.infer<typeof Counted>

/** Assigned to a worker before it starts. */
export const Place = z.object({
  /** From 0. A replacement gets the number of the worker that died. */
  number: z.number(),
  /** Whether it migrates and seeds the database while the others wait. */
  prepares: z.boolean(),
  /** The newest event so far. */
  lastEventId: z.string(),
})

export type Place = z.infer<typeof Place>

/** The metrics of each worker that answered. */
export const Measured = z.array(z.array(z.unknown()))

export const FromWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), id: z.number() }),
  z.object({ kind: z.literal('count'), id: z.number(), counting: Counting }),
  z.object({ kind: z.literal('metrics'), id: z.number() }),
  z.object({ kind: z.literal('measured'), id: z.number(), metrics: z.array(z.unknown()) }),
  z.object({ kind: z.literal('prepared') }),
  z.object({ kind: z.literal('event'), event: LiveEvent }),
])

export type FromWorker = z.infer<typeof FromWorker>

export const FromPrimary = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), id: z.number(), answer: z.unknown() }),
  z.object({ kind: z.literal('measure'), id: z.number() }),
  z.object({ kind: z.literal('told'), told: z.object({ id: z.string(), event: LiveEvent }) }),
])

export type FromPrimary = z.infer<typeof FromPrimary>
