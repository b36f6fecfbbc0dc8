import { approvalApi } from '#contract/approval.ts'
import { COURSE_STATUS_UPDATED, PLAYLIST_STATUS_UPDATED } from '#contract/approval-words.ts'
import type { House } from '#server/core/house.ts'
import { route } from '#server/core/http/route.ts'
import { Refusal } from '#server/core/refusal.ts'
import { COURSE_NOT_FOUND, findCourse, findPlaylist, PLAYLIST_NOT_FOUND } from '#server/core/visibility.ts'
import { fullCourse } from '#server/features/courses/course-rows.queries.ts'
import { fullPlaylist } from '#server/features/playlists/playlist-cards.queries.ts'
import { setCourseStatus, setPlaylistStatus } from './approval.ts'

export function approvalRoutes(house: House): void {
  const { db } = house

  route(house, approvalApi.playlist, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    run: async ({ viewer, object: { id }, body, trail }) => {
      await setPlaylistStatus(db, { admin: viewer, trail }, { id, status: body.isPlaylistApproved })
      const updatedPlaylist = await fullPlaylist(db, viewer, id)
      if (!updatedPlaylist) throw new Refusal('not_found', PLAYLIST_NOT_FOUND)
      return { success: true as const, message: PLAYLIST_STATUS_UPDATED, updatedPlaylist }
    },
  })

  route(house, approvalApi.course, {
    object: ({ param }) => findCourse(db, { courseId: param('courseId') }),
    run: async ({ viewer, object: { id }, body, trail }) => {
      await setCourseStatus(db, { admin: viewer, trail }, { id, status: body.isCourseApproved })
      const updatedCourse = await fullCourse(db, viewer, id)
      if (!updatedCourse) throw new Refusal('not_found', COURSE_NOT_FOUND)
      return { success: true as const, message: COURSE_STATUS_UPDATED, updatedCourse }
    },
  })
}
