import { approvalApi } from '#contract/review/approval.ts'
import { COURSE_STATUS_UPDATED, PLAYLIST_STATUS_UPDATED } from '#contract/review/approval-messages.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { fullCourse } from '#server/features/catalog/courses/course-rows.queries.ts'
import { fullPlaylist } from '#server/features/catalog/playlists/playlist-cards.queries.ts'
import {
  COURSE_NOT_FOUND,
  findCourse,
  findPlaylist,
  PLAYLIST_NOT_FOUND,
} from '#server/features/catalog/playlists/visibility.ts'
import { announceRevisions } from '#server/features/review/announce.ts'
import { checkReviewer } from '#server/features/review/reviewers.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { setStatus } from './approval.ts'

export function approvalRoutes(context: AppContext): void {
  const { db, images } = context
  const { selfReview } = context.settings

  /** The work that the admin may review; their own is rejected before the body is read. */
  async function reviewable<Reviewed extends { teacher_id: string }>(
    admin: Viewer,
    resource: Reviewed | undefined,
  ) {
    if (resource) await checkReviewer(db, { admin, selfReview }, resource.teacher_id)
    return resource
  }

  route(context, approvalApi.playlist, {
    object: async ({ viewer, param }) => reviewable(viewer, await findPlaylist(db, param('playlistId'))),
    run: async ({ viewer, object: { id, teacher_id: teacherId }, body, meta }) => {
      const { isPlaylistApproved: status, updatedAt: seen } = body
      const decision = { kind: 'playlist' as const, id, teacherId, status, seen }
      await images.release(await setStatus(db, { admin: viewer, meta }, decision))
      await announceRevisions(context, [id])
      const updatedPlaylist = await fullPlaylist(db, viewer, id)
      if (!updatedPlaylist) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
      return { success: true as const, message: PLAYLIST_STATUS_UPDATED, updatedPlaylist }
    },
  })

  route(context, approvalApi.course, {
    object: async ({ viewer, param }) =>
      reviewable(viewer, await findCourse(db, { courseId: param('courseId') })),
    run: async ({ viewer, object: { id, teacher_id: teacherId }, body, meta }) => {
      const { isCourseApproved: status, updatedAt: seen } = body
      const decision = { kind: 'course' as const, id, teacherId, status, seen }
      await images.release(await setStatus(db, { admin: viewer, meta }, decision))
      await announceRevisions(context, [id])
      const updatedCourse = await fullCourse(db, viewer, id)
      if (!updatedCourse) throw new AppError('not_found', COURSE_NOT_FOUND)
      return { success: true as const, message: COURSE_STATUS_UPDATED, updatedCourse }
    },
  })
}
