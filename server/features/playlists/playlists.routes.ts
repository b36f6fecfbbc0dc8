import { IMAGE_REQUIRED } from '#contract/media.ts'
import { PENDING_APPROVAL, playlistsApi } from '#contract/playlists.ts'
import type { House } from '#server/core/house.ts'
import { route } from '#server/core/http/route.ts'
import { invalid } from '#server/core/refusal.ts'
import { visiblePlaylist } from '#server/core/visibility.ts'
import type { Images } from '#server/features/media/media.ts'
import {
  addPlaylist,
  changePlaylist,
  getPlaylist,
  listOfTeacher,
  listPlaylists,
  ownPlaylist,
  removablePlaylist,
  removePlaylist,
} from './playlists.ts'

export function playlistRoutes(house: House, images: Images): void {
  const { db } = house
  const parts = { db, images }

  route(house, playlistsApi.list, {
    run: async ({ viewer, query }) => listPlaylists(db, viewer, query),
  })

  route(house, playlistsApi.get, {
    object: async ({ viewer, param }) => visiblePlaylist(db, viewer, param('playlistId')),
    run: async ({ viewer, object }) => getPlaylist(db, viewer, object.id),
  })

  route(house, playlistsApi.ofTeacher, {
    run: async ({ viewer, param, query }) =>
      listOfTeacher(db, viewer, { teacherId: param('teacherId'), ...query }),
  })

  route(house, playlistsApi.create, {
    run: async ({ viewer, body, image }) => {
      if (!image) throw invalid('mainPlaylistImage', IMAGE_REQUIRED)
      const data = await addPlaylist(parts, viewer, { draft: body, image })
      return { success: true as const, message: PENDING_APPROVAL, data }
    },
  })

  route(house, playlistsApi.update, {
    object: async ({ viewer, param }) => ownPlaylist(db, viewer, param('playlistId')),
    run: async ({ viewer, object, body, image }) => {
      const data = await changePlaylist(parts, viewer, { id: object.id, draft: body, image })
      return { success: true as const, message: 'Playlist updated.', data }
    },
  })

  route(house, playlistsApi.remove, {
    object: async ({ viewer, param }) =>
      removablePlaylist(db, viewer, { playlistId: param('playlistId'), teacherId: param('teacherId') }),
    run: async ({ viewer, object, trail }) => {
      await removePlaylist(parts, { actor: viewer, trail }, object)
      return { success: true as const, message: 'Playlist deleted.' }
    },
  })
}
