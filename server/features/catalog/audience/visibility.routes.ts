import { visibilityApi } from '#contract/catalog/visibility-api.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { getPlaylist } from '#server/features/catalog/playlists/playlists.ts'
import { findPlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { changeVisibility, countAudience, openLink, replaceLink } from './audience.ts'
import { findPlaylistToOpen, linkOf, withLink } from './links.ts'

export function visibilityRoutes(context: AppContext): void {
  const { db, events } = context

  route(context, visibilityApi.change, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    run: async ({ viewer, object: playlist, body, meta }) => {
      await changeVisibility(db, { actor: viewer, meta }, { ...body, playlist })
      const data = await withLink(context, viewer, await getPlaylist(db, viewer, playlist.id))
      return { success: true as const, message: 'Saved who can see it.', data }
    },
  })

  route(context, visibilityApi.newLink, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    // No answer to a key is cached.
    changes: () => NO_TAGS,
    run: async ({ viewer, object: { id }, meta }) => {
      const link_number = await replaceLink(db, { actor: viewer, meta }, { id })
      events.publish({ type: 'access.changed', playlistId: id })
      const url = linkOf(context, { id, link_number })
      return { success: true as const, message: 'The old link stopped working.', url }
    },
  })

  route(context, visibilityApi.open, {
    named: ({ viewer, param }, { key }) =>
      findPlaylistToOpen(context, viewer, { playlistId: param('playlistId'), key }),
    changes: () => NO_TAGS,
    run: async ({ viewer, object }) => {
      await openLink(db, viewer, object)
      return { success: true as const, message: 'Opened.' }
    },
  })

  route(context, visibilityApi.audience, {
    run: ({ reading, viewer, query }) => countAudience(reading, viewer, query),
  })
}
