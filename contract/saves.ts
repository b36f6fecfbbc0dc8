import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { ListQuery, ListReply, WriteReply } from './lists.ts'
import { PlaylistCard } from './playlists.ts'

/** `data` is the whole new list of saved playlists' ids, newest save first: it replaces the browser's. */
const SavesReply = WriteReply.extend({ data: z.array(Id) })

export const savesApi = {
  list: endpoint('saves.list', {
    summary: 'The playlists a person saved, newest save first; one’s own without `userId`',
    query: ListQuery.extend({ userId: z.string().max(64).optional() }),
    reply: ListReply.extend({ success: z.literal(true), data: z.array(PlaylistCard) }),
  }),
  save: endpoint('saves.save', {
    summary: 'Save a playlist; saving twice is one save',
    rate: 'reaction',
    reply: SavesReply,
  }),
  unsave: endpoint('saves.unsave', {
    summary: 'Take a playlist off one’s own list',
    rate: 'reaction',
    reply: SavesReply,
  }),
}
