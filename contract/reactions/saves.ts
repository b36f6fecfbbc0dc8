import { z } from 'zod'
import { PlaylistCard, View } from '#contract/catalog/playlists.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { ListQuery, ListReply, WriteReply } from '#contract/lists.ts'

/** The whole new list of saved playlists' ids, newest save first: it replaces the browser's. */
const savedPlaylists = z.array(Id)

/** `ids` leaves the playlists out of the answer to a save. */
const SaveView = z.enum(['card', 'ids'], 'View must be card or ids.').optional()

/** How much the caller has done of a playlist on their own list that they have started. */
const SavedProgress = z.object({ _id: Id, doneCount: z.int(), coursesCount: z.int() })

export const savesApi = {
  list: endpoint('saves.list', {
    summary: 'The playlists a person saved, newest save first; one’s own without `userId`',
    query: ListQuery.extend({ userId: z.string().max(64).optional(), view: View }),
    reply: ListReply.extend({
      success: z.literal(true),
      data: z.array(PlaylistCard),
      progress: z.array(SavedProgress).optional(),
    }),
  }),
  save: endpoint('saves.save', {
    summary: 'Save a playlist; saving twice is one save',
    rate: 'reaction',
    query: ListQuery.pick({ limit: true }).extend({ view: SaveView }),
    reply: WriteReply.extend({ data: z.array(PlaylistCard).optional(), savedPlaylists }),
  }),
  unsave: endpoint('saves.unsave', {
    summary: 'Take a playlist off one’s own list',
    rate: 'reaction',
    reply: WriteReply.extend({ data: savedPlaylists, savedPlaylists }),
  }),
}
