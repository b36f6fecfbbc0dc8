import { on } from '#server/events.ts'
import { reindexName } from './index/names.queries.ts'
import { renewPassages } from './index/passages.ts'
import {
  reindexPlaylist,
  reindexPlaylists,
  reindexTeacher,
  unindexPlaylist,
  unindexTeacher,
} from './index/search-index.ts'

on('user.deleting', (trx, { userId }) => unindexTeacher(trx, userId))

on('user.renamed', async (trx, { userId, hasNewName }) => {
  await reindexName(trx, userId)
  if (hasNewName) await reindexTeacher(trx, userId)
})

on('user.hidden', (trx, { userId }) => reindexName(trx, userId))

on('playlists.handedOver', (trx, { playlistIds }) => reindexPlaylists(trx, playlistIds))

on('playlist.changed', (trx, { playlistId }) => reindexPlaylist(trx, playlistId))

on('group.deleted', (trx, { playlistIds }) => reindexPlaylists(trx, playlistIds))

on('playlist.deleting', (trx, { playlistId }) => unindexPlaylist(trx, playlistId))

on('captions.changed', (trx, { captionsId }) => renewPassages(trx, captionsId))
