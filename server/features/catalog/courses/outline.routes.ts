import { outlineApi } from '#contract/catalog/outline.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { getPlaylist } from '#server/features/catalog/playlists/playlists.ts'
import { findPlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { saveGrid } from './grid.ts'
import { saveOutline } from './outline.ts'

export function outlineRoutes(context: AppContext): void {
  const { db } = context
  const { reviewEdits } = context.settings

  route(context, outlineApi.save, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    changes: ({ object }) => [object.id],
    run: async ({ viewer, object, body }) => {
      const { id } = object
      const edited = await saveOutline(db, viewer, { playlistId: id, outline: body, reviewEdits })
      if (edited) await emit(db, 'revision.saved', { subjectIds: [id], context })
      const data = await getPlaylist(db, viewer, id)
      return { success: true as const, message: edited?.message ?? 'Order saved.', data }
    },
  })

  route(context, outlineApi.grid, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    run: async ({ viewer, object, body: { changes } }) => {
      const data = await saveGrid(db, viewer, { playlist: object, changes, reviewEdits })
      await emit(db, 'revision.saved', { subjectIds: changes.map(({ _id }) => _id), context })
      return { success: true as const, message: 'Changes saved.', data }
    },
  })
}
