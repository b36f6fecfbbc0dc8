import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { WriteReply } from '#contract/lists.ts'

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
