import { z } from 'zod'
import { WATCH_PANELS } from './watch-panels.ts'

export const CAPTION_SIZES = ['s', 'm', 'l', 'xl'] as const
export const CAPTION_GROUNDS = ['solid', 'soft', 'none'] as const
/** Below the picture, or over it; only uploaded videos allow anything over their picture. */
export const CAPTION_PLACES = ['strip', 'over'] as const

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
    /** Whether the video waits while a note or comment is typed. */
    pauseWhileTyping: z.boolean('Pause while typing must be true or false.'),
    /** The language that the captions had last. */
    captionsLast: z.string('The last captions must be a language or null.').max(35).nullable(),
    captionsSize: z.enum(CAPTION_SIZES, 'The size of captions must be s, m, l or xl.'),
    captionsGround: z.enum(CAPTION_GROUNDS, 'The background of captions must be solid, soft or none.'),
    captionsPlace: z.enum(CAPTION_PLACES, 'The place of captions must be strip or over.'),
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
