import { z } from 'zod'

/** What stands beside the video on a wide screen. */
export const WATCH_PANELS = ['playlist', 'transcript', 'notes'] as const
export type WatchPanel = (typeof WATCH_PANELS)[number]

/** How the caller likes to watch. `captions` is a language, or null for none. */
export const PlayerSettings = z
  .object({
    rate: z.number('Rate must be between 0.25 and 3.').min(0.25).max(3),
    volume: z.number('Volume must be between 0 and 1.').min(0).max(1),
    muted: z.boolean('Muted must be true or false.'),
    captions: z.string('Captions must be a language or null.').max(35).nullable(),
    autoplay: z.boolean('Autoplay must be true or false.'),
    /** Whether single keys control the player. */
    keys: z.boolean('Keys must be true or false.'),
    historyPaused: z.boolean('History paused must be true or false.'),
    panel: z.enum(WATCH_PANELS, 'Panel must be playlist, transcript or notes.'),
  })
  .meta({ id: 'PlayerSettings' })
export type PlayerSettings = z.infer<typeof PlayerSettings>

/** The reasons for which a player gives up; the numbers are YouTube's, the words are ours: `file` and `not-ready` belong to uploaded videos. */
export const FAULT_CODES = [
  '2',
  '5',
  '100',
  '101',
  '150',
  '153',
  'not-loaded',
  'no-messages',
  'vimeo',
  'file',
  'not-ready',
] as const
export const FaultCode = z.enum(FAULT_CODES, 'Unknown fault code.')
export type FaultCode = z.infer<typeof FaultCode>
