import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Timestamp } from '#contract/id.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'
import { ImageRef } from '#contract/media/media.ts'
import { COURSES_AT_ONCE } from './outline.ts'
import { Playlist } from './playlists.ts'

/** A deleted playlist, with how much went with it, or a deleted course, with its playlist. */
export const TrashItem = z
  .object({
    _id: Id,
    kind: z.enum(['playlist', 'course']),
    subjectId: Id,
    title: z.string(),
    image: ImageRef,
    /** That of a course; `inTrash`: it has to be restored first. */
    playlist: z.object({ _id: Id, title: z.string(), inTrash: z.boolean() }).optional(),
    videos: z.int().optional(),
    likes: z.int(),
    saves: z.int().optional(),
    deletedAt: Timestamp,
    /** When it is deleted for good. */
    purgeAt: Timestamp,
    /** Then only an admin can restore it. */
    byAdmin: z.boolean(),
  })
  .meta({ id: 'TrashItem' })
export type TrashItem = z.infer<typeof TrashItem>

export const trashApi = {
  list: endpoint('trash.list', {
    summary: 'What a teacher has deleted, newest first, and how much space its videos take',
    query: ListQuery.extend({ teacher: z.string().max(64).optional() }),
    reply: ListReply.extend({ items: z.array(TrashItem), bytes: z.int() }),
  }),
  restore: endpoint('trash.restore', {
    summary: 'Restore a deleted playlist or course, and others with it: all or none',
    /** The items of the trash that were deleted at once with this one. */
    body: z.object({ others: z.array(Id).max(COURSES_AT_ONCE).optional() }),
    /** `data` is the playlist, or that of the course. */
    reply: WriteReply.extend({ data: Playlist }),
  }),
  remove: endpoint('trash.remove', {
    summary: 'Delete something of one’s own trash for good',
    reply: WriteReply,
  }),
  empty: endpoint('trash.empty', {
    summary: 'Delete everything in one’s own trash for good',
    reply: WriteReply,
  }),
}
