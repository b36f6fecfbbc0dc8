import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id } from '#contract/id.ts'
import { WriteReply } from '#contract/lists.ts'

/** All teachers and playlists that the caller follows, newest first. */
const Following = z.object({ teachers: z.array(Id), playlists: z.array(Id) })
export type Following = z.infer<typeof Following>

/** Screens do not show a smaller number of followers. */
export const FOLLOWERS_SHOWN_FROM = 5

const follow = { rate: 'reaction', reply: WriteReply.extend({ following: Following }) } as const

export const followsApi = {
  list: endpoint('follows.list', {
    summary: 'The teachers and playlists that the caller follows',
    reply: Following,
  }),
  followTeacher: endpoint('follows.followTeacher', {
    summary: 'Follow a teacher, to be notified of their new playlists',
    ...follow,
  }),
  unfollowTeacher: endpoint('follows.unfollowTeacher', { summary: 'Stop following a teacher', ...follow }),
  followPlaylist: endpoint('follows.followPlaylist', {
    summary: 'Follow a playlist, to be notified of its new videos',
    ...follow,
  }),
  unfollowPlaylist: endpoint('follows.unfollowPlaylist', { summary: 'Stop following a playlist', ...follow }),
}
