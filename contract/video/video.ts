import { z } from 'zod'
import { START_MAX } from './start-time.ts'

/** Where a video is hosted. */
export const VIDEO_SOURCES = ['youtube', 'vimeo', 'upload'] as const
export type VideoSource = (typeof VIDEO_SOURCES)[number]

/** Small pictures for the slider: sheet `n` of `sheets` is `storyboard-{n}.jpg` beside the master playlist. */
export const Storyboard = z
  .object({
    every: z.int(),
    width: z.int(),
    height: z.int(),
    columns: z.int(),
    rows: z.int(),
    sheets: z.int(),
  })
  .meta({ id: 'Storyboard' })
export type Storyboard = z.infer<typeof Storyboard>

/** The part of a sheet that shows one second. */
export const Still = z
  .object({ url: z.string(), x: z.int(), y: z.int(), width: z.int(), height: z.int() })
  .meta({ id: 'Still' })
export type Still = z.infer<typeof Still>

/**
 * Everything a player needs to load a video. `hash` belongs to unlisted Vimeo videos; `master`, the signed address of the
 * playlist, and the storyboard to uploaded videos that are ready.
 */
export const Video = z
  .object({
    source: z.enum(VIDEO_SOURCES),
    key: z.string(),
    hash: z.string().optional(),
    /** The second at which it starts for a learner who has not watched it yet. */
    startsAt: z.int().min(1).max(START_MAX).optional(),
    master: z.string().optional(),
    storyboard: Storyboard.optional(),
    /** Why an uploaded video failed: a sentence. */
    fault: z.string().optional(),
  })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof Video>

/** Whether another site has the video, which may take it away. */
export const isHosted = ({ source }: Pick<Video, 'source'>): boolean => source !== 'upload'

/** A chapter starts at whole seconds. */
export const Chapter = z.object({ at: z.int(), title: z.string() }).meta({ id: 'Chapter' })
export type Chapter = z.infer<typeof Chapter>

/** What a teacher corrects at a second of the video. */
export const Correction = z.object({ at: z.int(), text: z.string() }).meta({ id: 'Correction' })
export type Correction = z.infer<typeof Correction>
