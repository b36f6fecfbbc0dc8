import { PENDING_APPROVAL, playlistsApi, TEACHER_MISMATCH } from '#contract/catalog/playlists.ts'
import { IMAGE_REQUIRED } from '#contract/media/media.ts'
import { SAVED_AS_DRAFT } from '#contract/review/revisions.ts'
import { requireConfirmed } from '#server/auth/session.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { duplicatePlaylist } from './duplicate.ts'
import { findTeacher } from './playlists.queries.ts'
import {
  addPlaylist,
  changePlaylist,
  getPlaylist,
  listOfTeacher,
  listPlaylists,
  removePlaylist,
} from './playlists.ts'
import { findPlaylist } from './visibility.ts'

const UPDATED = 'Playlist updated.'

export function playlistRoutes(context: AppContext): void {
  const { db, images } = context
  const parts = { db, images, reviewEdits: context.settings.reviewEdits }

  route(context, playlistsApi.list, {
    run: async ({ reading, viewer, query }) => listPlaylists(reading, viewer, query),
  })

  route(context, playlistsApi.get, {
    object: ({ reading, param }) => findPlaylist(reading, param('playlistId')),
    run: async ({ reading, viewer, object }) => getPlaylist(reading, viewer, object.id),
  })

  route(context, playlistsApi.ofTeacher, {
    object: ({ reading, param }) => findTeacher(reading, param('teacherId')),
    run: async ({ reading, viewer, object: teacher, query }) =>
      listOfTeacher(reading, viewer, { teacher, query }),
  })

  route(context, playlistsApi.create, {
    run: async ({ viewer, body, image }) => {
      if (!image) throw invalid('mainPlaylistImage', IMAGE_REQUIRED)
      if (!body.draft) requireConfirmed(context, viewer)
      const data = await addPlaylist(parts, viewer, { draft: body, image })
      await emit(db, 'revision.saved', { subjectIds: [data._id], context })
      return { success: true as const, message: body.draft ? SAVED_AS_DRAFT : PENDING_APPROVAL, data }
    },
  })

  route(context, playlistsApi.update, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    run: async ({ viewer, object, body, image }) => {
      const change = { id: object.id, draft: body, image }
      const { data, message = UPDATED } = await changePlaylist(parts, viewer, change)
      await emit(db, 'revision.saved', { subjectIds: [object.id], context })
      return { success: true as const, message, data }
    },
  })

  route(context, playlistsApi.duplicate, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    run: async ({ viewer, object }) => {
      const id = await duplicatePlaylist(db, viewer, object.id)
      return { success: true as const, message: SAVED_AS_DRAFT, data: await getPlaylist(db, viewer, id) }
    },
  })

  route(context, playlistsApi.remove, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    run: async ({ viewer, object, param, meta }) => {
      // Checks the id in the path; it never grants a permission.
      if (object.teacher_id !== param('teacherId')) throw new AppError('invalid', TEACHER_MISMATCH)
      const trashId = await removePlaylist(db, { actor: viewer, meta }, object)
      return { success: true as const, message: 'Playlist deleted.', trashId }
    },
  })
}
