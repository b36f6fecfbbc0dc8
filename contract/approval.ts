import { z } from 'zod'
import { Course } from './courses.ts'
import { endpoint } from './endpoint.ts'
import { WriteReply } from './lists.ts'
import { Playlist } from './playlists.ts'
import { ApprovalStatus } from './status.ts'

export const approvalApi = {
  playlist: endpoint('approval.playlist', {
    summary: 'Set the status of a playlist',
    body: z.object({ isPlaylistApproved: ApprovalStatus }),
    reply: WriteReply.extend({ updatedPlaylist: Playlist }),
  }),
  course: endpoint('approval.course', {
    summary: 'Set the status of a course',
    body: z.object({ isCourseApproved: ApprovalStatus }),
    reply: WriteReply.extend({ updatedCourse: Course }),
  }),
}
