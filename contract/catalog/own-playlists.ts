import { z } from 'zod'
import { Filter, ListQuery } from '#contract/lists.ts'

/** Where a playlist stands, as its teacher reads it: both steps of a review are one. */
export const OWN_STAGES = ['draft', 'review', 'changes', 'approved', 'rejected', 'scheduled'] as const
export const OwnStage = z.enum(OWN_STAGES, `Stage must be one of ${OWN_STAGES.join(', ')}.`)
export type OwnStage = z.infer<typeof OwnStage>

/** `changed`: last changed first. `videos`: most videos first. */
export const OWN_SORTS = ['newest', 'changed', 'title', 'videos'] as const
export type OwnSort = (typeof OWN_SORTS)[number]

/** The filters and the order are for the teacher and admins; for others they change nothing. */
export const TeacherPlaylistsQuery = ListQuery.extend({
  view: z.enum(['card'], 'View must be card.').optional(),
  /** Words of the title. */
  q: Filter.optional(),
  stage: OwnStage.optional(),
  sort: z.enum(OWN_SORTS, `Sort must be one of ${OWN_SORTS.join(', ')}.`).optional(),
  /** Only playlists that the teacher has to do something about. */
  needs: z.enum(['true'], 'Needs must be true.').optional(),
})
export type TeacherPlaylistsQuery = z.infer<typeof TeacherPlaylistsQuery>

/** How many playlists a teacher has at each stage, whatever the filter. */
export const StageCounts = z.record(OwnStage, z.int()).meta({ id: 'StageCounts' })
export type StageCounts = z.infer<typeof StageCounts>

/** How many videos of a playlist the teacher has to do something about, by the reason. */
export const VideoNeeds = z
  .object({ changes: z.int(), files: z.int(), unavailable: z.int() })
  .meta({ id: 'VideoNeeds' })
export type VideoNeeds = z.infer<typeof VideoNeeds>
