import { savesApi } from '#contract/reactions/saves.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { cardsOf } from '#server/features/catalog/playlists/playlist-cards.queries.ts'
import { findPlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { ORDER_BY_SAVES } from './order-by-saves.ts'
import { listSavedIds } from './saves.queries.ts'
import { playlistToUnsave, savePlaylist, saver, unsavePlaylist } from './saves.ts'

/** The two rows whose counts change: the playlist and the user. */
const changes = ({ viewer, object }: { viewer: Viewer; object: { id: string } }) => [
  object.id,
  viewer.id,
  ORDER_BY_SAVES,
]

export function saveRoutes(context: AppContext): void {
  const { db } = context

  route(context, savesApi.list, {
    object: ({ viewer, query: { userId } }) => saver(db, userId ?? viewer.id),
    run: async ({ viewer, object: { id: userId }, query: { view, ...page } }) => {
      const { ids, ...list } = await listSavedIds(db, viewer, { ...page, userId })
      return { success: true as const, data: await cardsOf(db, viewer, { ids, view }), ...list }
    },
  })

  route(context, savesApi.save, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    changes,
    run: async ({ viewer, object, query: { view, limit } }) => {
      const savedPlaylists = await savePlaylist(db, viewer, object.id)
      const reply = { success: true as const, message: 'Playlist saved.', savedPlaylists }
      if (view === 'ids') return reply
      const { ids } = await listSavedIds(db, viewer, { userId: viewer.id, limit })
      return { ...reply, data: await cardsOf(db, viewer, { ids, view }) }
    },
  })

  route(context, savesApi.unsave, {
    object: async ({ param }) => playlistToUnsave(param('playlistId')),
    changes,
    run: async ({ viewer, object: { id: playlistId } }) => {
      const savedPlaylists = await unsavePlaylist(db, viewer, playlistId)
      const message = 'Playlist removed from your list.'
      return { success: true as const, message, data: savedPlaylists, savedPlaylists }
    },
  })
}
