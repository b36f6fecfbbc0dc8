import { on } from '#server/events.ts'
import { writeName } from './counting/counting.queries.ts'
import { handOverFigures } from './counting/hand-over.ts'
import { enqueueRecount } from './counting/recount.ts'

on('playlist.changed', (trx, { playlistId }) => enqueueRecount(trx, playlistId))
on('user.privacyChanged', (trx, { userId }) => writeName(trx, userId))
on('user.renamed', async (trx, { userId, hasNewName }) => {
  if (hasNewName) await writeName(trx, userId)
})
on('playlists.handedOver', async (trx, { playlistIds, from, to }) => {
  for (const playlistId of playlistIds) await handOverFigures(trx, { playlistId, from, to })
})
