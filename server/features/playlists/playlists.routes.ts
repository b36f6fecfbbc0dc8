import { IMAGE_REQUIRED } from '#contract/media.ts'
import { PENDING_APPROVAL, playlistsApi, TEACHER_MISMATCH } from '#contract/playlists.ts'
import type { House } from '#server/context.ts'
import type { Images } from '#server/features/media/media.ts'
import { invalid, Refusal } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import {
  addPlaylist,
  changePlaylist,
  getPlaylist,
  listOfTeacher,
  listPlaylists,
  removePlaylist,
  teacherToRead,
} from './playlists.ts'
import { findPlaylist } from './visibility.ts'

export function playlistRoutes(house: House, images: Images): void {
  const { db } = house
  const parts = { db, images }

  route(house, playlistsApi.list, {
    run: async ({ reading, viewer, query }) => listPlaylists(reading, viewer, query),
  })

  route(house, playlistsApi.get, {
    object: ({ reading, param }) => findPlaylist(reading, param('playlistId')),
    run: async ({ reading, viewer, object }) => getPlaylist(reading, viewer, object.id),
  })

  route(house, playlistsApi.ofTeacher, {
    object: ({ reading, viewer, param }) => teacherToRead(reading, viewer, param('teacherId')),
    run: async ({ reading, viewer, object: teacher, query }) =>
      listOfTeacher(reading, viewer, { teacher, ...query }),
  })

  route(house, playlistsApi.create, {
    run: async ({ viewer, body, image }) => {
      if (!image) throw invalid('mainPlaylistImage', IMAGE_REQUIRED)
      const data = await addPlaylist(parts, viewer, { draft: body, image })
      return { success: true as const, message: PENDING_APPROVAL, data }
    },
  })

  route(house, playlistsApi.update, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    run: async ({ viewer, object, body, image }) => {
      const data = await changePlaylist(parts, viewer, { id: object.id, draft: body, image })
      return { success: true as const, message: 'Playlist updated.', data }
    },
  })

  route(house, playlistsApi.remove, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    run: async ({ viewer, object, param, trail }) => {
      // A check, and never a source of rights.
      if (object.teacher_id !== param('teacherId')) throw new Refusal('invalid', TEACHER_MISMATCH)
      await removePlaylist(parts, { actor: viewer, trail }, object)
      return { success: true as const, message: 'Playlist deleted.' }
    },
  })
}
