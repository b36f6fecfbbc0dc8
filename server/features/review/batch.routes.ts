import { countOf } from '#contract/format.ts'
import { reviewApi } from '#contract/review/review-api.ts'
import { requireConfirmed } from '#server/auth/session.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { transaction } from '#server/data/database.ts'
import { withLink } from '#server/features/catalog/audience/links.ts'
import { getPlaylist } from '#server/features/catalog/playlists/playlists.ts'
import { findPlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { moveCoursesToTrash } from '#server/features/catalog/trash/trash.ts'
import { route } from '#server/http/route.ts'
import { announceRevisions } from './notices.ts'
import { submitCourses } from './submit.ts'

/** Many courses of one playlist at once. */
export function batchRoute(context: AppContext): void {
  const { db, images } = context
  const read = async (viewer: Viewer, id: string) =>
    withLink(context, viewer, await getPlaylist(db, viewer, id))

  route(context, reviewApi.batch, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    run: async ({ viewer, object, body: { ids: named, action }, meta }) => {
      const ids = [...new Set(named)]
      const { id: playlistId, teacher_id: teacherId } = object
      if (action === 'delete') {
        const trashIds = await transaction(db, (trx) =>
          moveCoursesToTrash(trx, { actor: viewer, meta }, { ids, playlistId, teacherId }),
        )
        const message = `${countOf(ids.length, 'video')} moved to the trash.`
        return { success: true as const, message, data: await read(viewer, playlistId), trashIds }
      }
      requireConfirmed(context, viewer)
      const submission = await submitCourses(db, { teacher: viewer, meta }, { playlistId, ids })
      await images.release(submission.released)
      await announceRevisions(context, submission.submitted)
      const message = submission.trusted ? 'Approved automatically.' : 'Submitted for review.'
      return { success: true as const, message, data: await read(viewer, playlistId) }
    },
  })
}
