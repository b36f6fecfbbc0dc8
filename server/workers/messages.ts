import { z } from 'zod'
import { LiveEvent } from '../http/live-event.ts'

/** A counter of the site's: whoever names it first makes it. */
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

/** Where a counter stands; `refused` when it has been asked for more than there is. */
export const Counted = z
  .object({
    refused: z.boolean(),
    remainingPoints: z.number(),
    msBeforeNext: z.number(),
    consumedPoints: z.number(),
  })
  .nullable()

export type Counted = z.infer<typeof Counted>

/** What a worker is told about itself before it begins. */
export const Place = z.object({
  /** From 0; whoever replaces a worker that died has its number. */
  number: z.number(),
  /** Migrates and fills the database; all others wait until that is done. */
  prepares: z.boolean(),
  /** The newest event that was told. */
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
