import { z } from 'zod'
import { Course } from '#contract/catalog/courses.ts'
import { Playlist } from '#contract/catalog/playlists.ts'
import { ApprovalStatus } from '#contract/catalog/status.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Timestamp } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'

/** The `updatedAt` of what the admin looked at; when it is another one by now, nothing is decided (409). */
const seen = { updatedAt: Timestamp.optional() }

export const approvalApi = {
  playlist: endpoint('approval.playlist', {
    summary: 'Set the status of a playlist',
    body: z.object({ isPlaylistApproved: ApprovalStatus, ...seen }),
    reply: WriteReply.extend({ updatedPlaylist: Playlist }),
  }),
  course: endpoint('approval.course', {
    summary: 'Set the status of a course',
    body: z.object({ isCourseApproved: ApprovalStatus, ...seen }),
    reply: WriteReply.extend({ updatedCourse: Course }),
  }),
}
