import { z } from 'zod'
import { UserRef } from '#contract/account/user-fields.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ImageRef } from '#contract/media/media.ts'
import { ProgressCard } from './progress.ts'

/** One large card and five small ones. */
export const CONTINUE_MAX = 6
export const FRESH_MAX = 8
export const FRESH_DAYS = 30

/** A card of "Continue watching" on the home page. */
export const ContinueCard = ProgressCard.extend({
  /** The title of the chapter in which the user stopped. */
  chapter: z.string().nullable(),
}).meta({ id: 'ContinueCard' })
export type ContinueCard = z.infer<typeof ContinueCard>

/** A new video of a teacher whom the user follows. */
export const FreshVideo = z
  .object({
    _id: Id,
    videoTitle: z.string(),
    tutorialImage: ImageRef,
    durationSeconds: z.int().nullable(),
    playlist: z.object({ _id: Id, category: z.string() }),
    teacher: UserRef,
    /** When it was public for the first time. */
    announcedAt: Timestamp,
  })
  .meta({ id: 'FreshVideo' })
export type FreshVideo = z.infer<typeof FreshVideo>

export const homeApi = {
  get: endpoint('home.get', {
    summary: 'What the caller can continue, and what is new from the teachers they follow',
    reply: z.object({
      continue: z.array(ContinueCard).max(CONTINUE_MAX),
      fresh: z.array(FreshVideo).max(FRESH_MAX),
      /** The caller has started nothing and follows no teacher. */
      newcomer: z.boolean(),
    }),
  }),
}
