import { followsApi } from '#contract/reactions/follows.ts'
import type { AppContext } from '#server/context.ts'
import { findPlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { readFollowing } from './follows.queries.ts'
import { follow, unfollow } from './follows.ts'
import { teacherToFollow, userToUnfollow } from './teachers.queries.ts'

const FOLLOWING = 'Following.'
const UNFOLLOWED = 'No longer following.'

/** Cached pages of the playlist or teacher show the number of followers. */
const changes = ({ object }: { object: { id: string } }) => [object.id]

export function followRoutes(context: AppContext): void {
  const { db } = context

  route(context, followsApi.list, { run: ({ reading, viewer }) => readFollowing(reading, viewer.id) })

  route(context, followsApi.followTeacher, {
    object: ({ param }) => teacherToFollow(db, param('teacherId')),
    changes,
    run: async ({ viewer, object: { id } }) => {
      const following = await follow(db, viewer, { teacherId: id })
      return { success: true as const, message: FOLLOWING, following }
    },
  })

  route(context, followsApi.unfollowTeacher, {
    object: ({ param }) => userToUnfollow(db, param('teacherId')),
    changes,
    run: async ({ viewer, object: { id } }) => {
      const following = await unfollow(db, viewer, { teacherId: id })
      return { success: true as const, message: UNFOLLOWED, following }
    },
  })

  route(context, followsApi.followPlaylist, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    changes,
    run: async ({ viewer, object: { id } }) => {
      const following = await follow(db, viewer, { playlistId: id })
      return { success: true as const, message: FOLLOWING, following }
    },
  })

  route(context, followsApi.unfollowPlaylist, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    changes,
    run: async ({ viewer, object: { id } }) => {
      const following = await unfollow(db, viewer, { playlistId: id })
      return { success: true as const, message: UNFOLLOWED, following }
    },
  })
}
