import { z } from 'zod'
import { Course } from './courses.ts'
import { endpoint } from './endpoint.ts'
import { Timestamp } from './id.ts'
import { WriteReply } from './lists.ts'
import { Playlist } from './playlists.ts'
import { ApprovalStatus } from './status.ts'

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
