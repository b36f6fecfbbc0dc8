import { approvalApi } from '#contract/approval.ts'
import { COURSE_STATUS_UPDATED, PLAYLIST_STATUS_UPDATED } from '#contract/approval-words.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { House } from '#server/context.ts'
import { fullCourse } from '#server/features/courses/course-rows.queries.ts'
import { fullPlaylist } from '#server/features/playlists/playlist-cards.queries.ts'
import {
  COURSE_NOT_FOUND,
  findCourse,
  findPlaylist,
  PLAYLIST_NOT_FOUND,
} from '#server/features/playlists/visibility.ts'
import { Refusal } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { checkReviewer, type SelfReview, setCourseStatus, setPlaylistStatus } from './approval.ts'

export function approvalRoutes(house: House, { selfReview }: { selfReview: SelfReview }): void {
  const { db } = house

  /** What the admin may decide about; their own work is refused before the body is read. */
  async function reviewable<Found extends { teacher_id: string }>(admin: Viewer, found: Found | undefined) {
    if (found) await checkReviewer(db, { admin, selfReview }, found.teacher_id)
    return found
  }

  route(house, approvalApi.playlist, {
    object: async ({ viewer, param }) => reviewable(viewer, await findPlaylist(db, param('playlistId'))),
    run: async ({ viewer, object: { id }, body, trail }) => {
      await setPlaylistStatus(
        db,
        { admin: viewer, trail },
        {
          id,
          status: body.isPlaylistApproved,
          seen: body.updatedAt,
        },
      )
      const updatedPlaylist = await fullPlaylist(db, viewer, id)
      if (!updatedPlaylist) throw new Refusal('not_found', PLAYLIST_NOT_FOUND)
      return { success: true as const, message: PLAYLIST_STATUS_UPDATED, updatedPlaylist }
    },
  })

  route(house, approvalApi.course, {
    object: async ({ viewer, param }) =>
      reviewable(viewer, await findCourse(db, { courseId: param('courseId') })),
    run: async ({ viewer, object: { id }, body, trail }) => {
      await setCourseStatus(
        db,
        { admin: viewer, trail },
        {
          id,
          status: body.isCourseApproved,
          seen: body.updatedAt,
        },
      )
      const updatedCourse = await fullCourse(db, viewer, id)
      if (!updatedCourse) throw new Refusal('not_found', COURSE_NOT_FOUND)
      return { success: true as const, message: COURSE_STATUS_UPDATED, updatedCourse }
    },
  })
}
