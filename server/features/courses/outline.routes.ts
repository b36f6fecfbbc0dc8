import { outlineApi } from '#contract/outline.ts'
import type { ReviewEdits } from '#contract/review.ts'
import type { AppContext } from '#server/context.ts'
import { getPlaylist } from '#server/features/playlists/playlists.ts'
import { findPlaylist } from '#server/features/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { saveGrid } from './grid.ts'
import { saveOutline } from './outline.ts'

export function outlineRoutes(context: AppContext, { reviewEdits }: { reviewEdits: ReviewEdits }): void {
  const { db } = context

  route(context, outlineApi.save, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    changes: ({ object }) => [object.id],
    run: async ({ viewer, object, body }) => {
      await saveOutline(db, viewer, { playlistId: object.id, outline: body })
      const data = await getPlaylist(db, viewer, object.id)
      return { success: true as const, message: 'Order saved.', data }
    },
  })

  route(context, outlineApi.grid, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    run: async ({ viewer, object, body: { changes } }) => {
      const data = await saveGrid(db, viewer, { playlist: object, changes, reviewEdits })
      return { success: true as const, message: 'Changes saved.', data }
    },
  })
}
