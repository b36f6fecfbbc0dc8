import { approvalApi } from '#contract/approval.ts'
import { COURSE_STATUS_UPDATED, PLAYLIST_STATUS_UPDATED } from '#contract/approval-messages.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { fullCourse } from '#server/features/courses/course-rows.queries.ts'
import { fullPlaylist } from '#server/features/playlists/playlist-cards.queries.ts'
import {
  COURSE_NOT_FOUND,
  findCourse,
  findPlaylist,
  PLAYLIST_NOT_FOUND,
} from '#server/features/playlists/visibility.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { checkReviewer, type SelfReview, setCourseStatus, setPlaylistStatus } from './approval.ts'

export function approvalRoutes(context: AppContext, { selfReview }: { selfReview: SelfReview }): void {
  const { db } = context

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
    run: async ({ viewer, object: { id }, body, meta }) => {
      await setPlaylistStatus(
        db,
        { admin: viewer, meta },
        {
          id,
          status: body.isPlaylistApproved,
          seen: body.updatedAt,
        },
      )
      const updatedPlaylist = await fullPlaylist(db, viewer, id)
      if (!updatedPlaylist) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
      return { success: true as const, message: PLAYLIST_STATUS_UPDATED, updatedPlaylist }
    },
  })

  route(context, approvalApi.course, {
    object: async ({ viewer, param }) =>
      reviewable(viewer, await findCourse(db, { courseId: param('courseId') })),
    run: async ({ viewer, object: { id }, body, meta }) => {
      await setCourseStatus(
        db,
        { admin: viewer, meta },
        {
          id,
          status: body.isCourseApproved,
          seen: body.updatedAt,
        },
      )
      const updatedCourse = await fullCourse(db, viewer, id)
      if (!updatedCourse) throw new AppError('not_found', COURSE_NOT_FOUND)
      return { success: true as const, message: COURSE_STATUS_UPDATED, updatedCourse }
    },
  })
}
