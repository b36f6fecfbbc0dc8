import { PENDING_APPROVAL, playlistsApi, TEACHER_MISMATCH } from '#contract/catalog/playlists.ts'
import { IMAGE_REQUIRED } from '#contract/media/media.ts'
import { SAVED_AS_DRAFT } from '#contract/review/revisions.ts'
import { requireConfirmed } from '#server/auth/session.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { findPlaylistByLink, withLink, withLinks } from '#server/features/catalog/audience/links.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { NO_STORE } from '#server/http/respond.ts'
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
  const { db, images, secrets } = context
  const parts = async () => ({ db, images, reviewEdits: await context.settings.get('reviewEdits') })

  route(context, playlistsApi.list, {
    run: async ({ reading, viewer, query }) => listPlaylists(reading, viewer, query),
  })

  route(context, playlistsApi.get, {
    object: ({ reading, viewer, param, query: { key } }) =>
      findPlaylistByLink({ db: reading, secrets }, viewer, { playlistId: param('playlistId'), key }),
    run: async ({ reading, viewer, object, query: { key }, header }) => {
      if (key !== undefined) header('cache-control', NO_STORE)
      return withLink(context, viewer, await getPlaylist(reading, viewer, object.id))
    },
  })

  route(context, playlistsApi.ofTeacher, {
    object: ({ reading, param }) => findTeacher(reading, param('teacherId')),
    run: async ({ reading, viewer, object: teacher, query }) => {
      const list = await listOfTeacher(reading, viewer, { teacher, query })
      return { ...list, playlists: await withLinks(context, viewer, list.playlists) }
    },
  })

  route(context, playlistsApi.create, {
    run: async ({ viewer, body, image }) => {
      if (!image) throw invalid('mainPlaylistImage', IMAGE_REQUIRED)
      if (!body.draft) requireConfirmed(context, viewer)
      const data = await withLink(
        context,
        viewer,
        await addPlaylist(await parts(), viewer, { draft: body, image }),
      )
      await emit(db, 'revision.saved', { subjectIds: [data._id], context })
      return { success: true as const, message: body.draft ? SAVED_AS_DRAFT : PENDING_APPROVAL, data }
    },
  })

  route(context, playlistsApi.update, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    run: async ({ viewer, object, body, image }) => {
      const change = { id: object.id, draft: body, image }
      const { data, message = UPDATED } = await changePlaylist(await parts(), viewer, change)
      await emit(db, 'revision.saved', { subjectIds: [object.id], context })
      return { success: true as const, message, data: await withLink(context, viewer, data) }
    },
  })

  route(context, playlistsApi.duplicate, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    run: async ({ viewer, object }) => {
      const id = await duplicatePlaylist(db, viewer, object.id)
      const data = await withLink(context, viewer, await getPlaylist(db, viewer, id))
      return { success: true as const, message: SAVED_AS_DRAFT, data }
    },
  })

  route(context, playlistsApi.remove, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    run: async ({ viewer, object, param, meta }) => {
      // Checks the id in the path; it never grants a permission.
      if (object.teacher_id !== param('teacherId')) throw new AppError('invalid', TEACHER_MISMATCH)
      const trashId = await removePlaylist(db, { actor: viewer, meta }, object)
      return { success: true as const, message: 'Playlist deleted.', trashId }
    },
  })
}
