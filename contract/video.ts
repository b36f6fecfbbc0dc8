import { z } from 'zod'

/** Where a video is hosted. */
export const VIDEO_SOURCES = ['youtube', 'vimeo'] as const

/** Everything a player needs to load a video. `hash` belongs to unlisted Vimeo videos. */
export const Video = z
  .object({ source: z.enum(VIDEO_SOURCES), key: z.string(), hash: z.string().optional() })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof Video>

/** A chapter starts at whole seconds. */
export const Chapter = z.object({ at: z.int(), title: z.string() }).meta({ id: 'Chapter' })
export type Chapter = z.infer<typeof Chapter>
