import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'

/** What a teacher has to do something about, in the order in which the dashboard lists it. */
export const NEED_KINDS = ['changes', 'files', 'unavailable', 'ready'] as const
export type NeedKind = (typeof NEED_KINDS)[number]

/** How many subjects a row names. */
export const NEED_SUBJECTS_MAX = 3

/** A playlist or video, with the playlist to which its button leads. */
export const NeedSubject = z
  .object({
    _id: Id,
    kind: z.enum(['playlist', 'course']),
    title: z.string(),
    playlistId: Id,
    /** Only of requested changes: who asks for them, null when the account is deleted, and how many notes are open. */
    admin: z.string().nullable().optional(),
    notes: z.int().optional(),
  })
  .meta({ id: 'NeedSubject' })
export type NeedSubject = z.infer<typeof NeedSubject>

/** Everything of one kind. The oldest comes first, and `since` is its time. */
export const Need = z
  .object({
    kind: z.enum(NEED_KINDS),
    count: z.int(),
    since: Timestamp,
    subjects: z.array(NeedSubject).max(NEED_SUBJECTS_MAX),
  })
  .meta({ id: 'Need' })
export type Need = z.infer<typeof Need>

export const teachingApi = {
  needs: endpoint('teaching.needs', {
    summary: 'What waits for the teacher',
    reply: z.object({ items: z.array(Need) }),
  }),
}
