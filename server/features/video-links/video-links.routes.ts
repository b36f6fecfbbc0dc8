import { videoLinksApi } from '#contract/video-links/video-links.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { findPlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { addDrafts } from './add-drafts.ts'
import { lookUpDetails } from './details.ts'
import { readLinks } from './video-links.ts'

export function videoLinkRoutes(context: AppContext): void {
  const { db, images } = context
  lookUpDetails(context)

  route(context, videoLinksApi.read, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    changes: () => NO_TAGS,
    run: async ({ viewer, object, body: { text } }) => {
      const read = await readLinks(context, { userId: viewer.id, playlistId: object.id, text })
      return { success: true as const, ...read }
    },
  })

  route(context, videoLinksApi.add, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    // Drafts are in no visitor's answer.
    changes: () => NO_TAGS,
    run: async ({ viewer, object, body: { items } }) => {
      const data = await addDrafts({ db, images }, viewer, { playlistId: object.id, items })
      const message =
        data.length === 1
          ? 'Saved as a draft. Only you and admins can see it.'
          : `Saved ${data.length} drafts. Only you and admins can see them.`
      return { success: true as const, message, data }
    },
  })
}
