import { z } from 'zod'
import { Cue } from './captions.ts'

/** A cue with its times as they are being typed, and those that cannot be read. */
export const DraftCue = Cue.extend({
  typed: z.object({ start: z.string().optional(), end: z.string().optional() }).optional(),
})
export type DraftCue = z.infer<typeof DraftCue>

/** The cues in a draft, which the browser keeps. */
export const DraftCues = z.array(DraftCue)
