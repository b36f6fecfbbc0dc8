import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'
import { Playlist } from './playlists.ts'
import { GroupIds, LinkKey, VisibilityField } from './visibility-fields.ts'

export const visibilityApi = {
  change: endpoint('visibility.change', {
    summary: 'Change who can see a playlist, at once and without review',
    body: z.object({ visibility: VisibilityField, groups: GroupIds.optional() }),
    reply: WriteReply.extend({ data: Playlist }),
  }),
  newLink: endpoint('visibility.newLink', {
    summary: 'Replace the link of a playlist; the former one stops working at once for everyone',
    body: z.object({}),
    reply: WriteReply.extend({ url: z.string() }),
  }),
  open: endpoint('visibility.open', {
    summary: 'Open the link of a playlist, which the caller may see from then on',
    rate: 'open',
    body: z.object({ key: LinkKey }),
    reply: WriteReply,
  }),
  audience: endpoint('visibility.audience', {
    summary: 'How many people would find a playlist, and how many of its learners would lose it',
    query: z.object({
      visibility: VisibilityField,
      groups: GroupIds.optional(),
      playlistId: Id.optional(),
    }),
    reply: z.object({ people: z.int(), losing: z.int() }),
  }),
}
