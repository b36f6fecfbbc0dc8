import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { WriteReply } from '#contract/lists.ts'

/** What the watch page says before a name is shown to anybody. */
export const PROGRESS_NOTICE =
  'Teachers and admins can see your name, how many videos of a playlist you have done, and the day you last watched. They never see what you watched within a video, your notes or your history.'
export const SHOW_PROGRESS = 'Let teachers see my progress'

export const Privacy = z
  .object({
    /** Whether teachers may see the name of the caller among the learners of their playlists. */
    progressShown: z.boolean(),
    /** Whether the caller has been told so. Nobody sees the name before. */
    told: z.boolean(),
  })
  .meta({ id: 'Privacy' })
export type Privacy = z.infer<typeof Privacy>

export const privacyApi = {
  get: endpoint('privacy.get', { summary: 'Whether teachers may see the caller’s progress', reply: Privacy }),
  update: endpoint('privacy.update', {
    summary:
      'Let teachers see the caller’s progress or not; `told` notes that the caller has read who sees it',
    body: z.object({
      progressShown: z.boolean('Progress shown must be true or false.'),
      told: z.literal(true, 'Told must be true.').optional(),
    }),
    reply: Privacy.extend(WriteReply.shape),
  }),
}
