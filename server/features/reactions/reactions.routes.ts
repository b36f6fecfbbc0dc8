import { followsApi } from '#contract/reactions/follows.ts'
import { likesApi } from '#contract/reactions/likes.ts'
import { savesApi } from '#contract/reactions/saves.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { coursesOf } from '#server/features/catalog/courses/course-rows.queries.ts'
import { cardsOf } from '#server/features/catalog/playlists/playlist-cards.queries.ts'
import { findCourse, findPlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { readFollowing, teacherToFollow, userToUnfollow } from './follows.queries.ts'
import { follow, unfollow } from './follows.ts'
import { listLikedIds } from './likes.queries.ts'
import { setLike } from './likes.ts'
import { doneOfSaved, listSavedIds } from './saves.queries.ts'
import { ORDER_BY_SAVES, playlistToUnsave, savePlaylist, saver, unsavePlaylist } from './saves.ts'

export function reactionRoutes(context: AppContext): void {
  likeRoutes(context)
  saveRoutes(context)
  followRoutes(context)
}

function likeRoutes(context: AppContext): void {
  route(context, likesApi.list, {
    run: async ({ reading, viewer, query }) => {
      const { ids, ...rest } = await listLikedIds(reading, viewer, query)
      return { courses: await coursesOf(reading, viewer, ids), ...rest }
    },
  })

  route(context, likesApi.like, {
    object: ({ viewer, param }) => findCourse(context.db, viewer, { courseId: param('courseId') }),
    changes: ({ object: { id } }) => [id],
    run: async ({ viewer, object, body: { liked } }) => {
      const { isLiked, ...likes } = await setLike(context, viewer, { courseId: object.id, liked })
      return { success: true as const, message: isLiked ? 'Course liked.' : 'Like removed.', ...likes }
    },
  })
}

/** The two rows whose counts change, the playlist and the user, and the lists that are ordered by saves. */
const changedBySave = ({ viewer, object }: { viewer: Viewer; object: { id: string } }) => [
  object.id,
  viewer.id,
  ORDER_BY_SAVES,
]

const NO_SAVES = { success: true as const, data: [], total: 0, nextCursor: null }

function saveRoutes(context: AppContext): void {
  const { db } = context

  route(context, savesApi.list, {
    object: ({ viewer, query: { userId } }) => saver(db, userId ?? viewer.id),
    run: async ({ viewer, object: { id: userId, isPrivate }, query: { view, ...page } }) => {
      if (isPrivate && userId !== viewer.id && !viewer.isAdmin) return NO_SAVES
      const { ids, ...list } = await listSavedIds(db, viewer, { ...page, userId })
      const data = await cardsOf(db, viewer, { ids, view })
      const own = userId === viewer.id && { progress: await doneOfSaved(db, { userId, ids }) }
      return { success: true as const, data, ...list, ...own }
    },
  })

  route(context, savesApi.save, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    changes: changedBySave,
    run: async ({ viewer, object, query: { view, limit } }) => {
      const savedPlaylists = await savePlaylist(db, viewer, object.id)
      const reply = { success: true as const, message: 'Playlist saved.', savedPlaylists }
      if (view === 'ids') return reply
      const { ids } = await listSavedIds(db, viewer, { userId: viewer.id, limit })
      return { ...reply, data: await cardsOf(db, viewer, { ids, view }) }
    },
  })

  route(context, savesApi.unsave, {
    object: async ({ param }) => playlistToUnsave(param('playlistId')),
    changes: changedBySave,
    run: async ({ viewer, object: { id: playlistId } }) => {
      const savedPlaylists = await unsavePlaylist(db, viewer, playlistId)
      const message = 'Playlist removed from your list.'
      return { success: true as const, message, data: savedPlaylists, savedPlaylists }
    },
  })
}

const FOLLOWING = 'Following.'
const UNFOLLOWED = 'No longer following.'

/** Cached pages of the playlist or teacher show the number of followers. */
const changedByFollow = ({ object }: { object: { id: string } }) => [object.id]

function followRoutes(context: AppContext): void {
  const { db } = context

  route(context, followsApi.list, { run: ({ reading, viewer }) => readFollowing(reading, viewer) })

  route(context, followsApi.followTeacher, {
    object: ({ param }) => teacherToFollow(db, param('teacherId')),
    changes: changedByFollow,
    run: async ({ viewer, object: { id } }) => {
      const following = await follow(db, viewer, { teacherId: id })
      return { success: true as const, message: FOLLOWING, following }
    },
  })

  route(context, followsApi.unfollowTeacher, {
    object: ({ param }) => userToUnfollow(db, param('teacherId')),
    changes: changedByFollow,
    run: async ({ viewer, object: { id } }) => {
      const following = await unfollow(db, viewer, { teacherId: id })
      return { success: true as const, message: UNFOLLOWED, following }
    },
  })

  route(context, followsApi.followPlaylist, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    changes: changedByFollow,
    run: async ({ viewer, object: { id } }) => {
      const following = await follow(db, viewer, { playlistId: id })
      return { success: true as const, message: FOLLOWING, following }
    },
  })

  route(context, followsApi.unfollowPlaylist, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    changes: changedByFollow,
    run: async ({ viewer, object: { id } }) => {
      const following = await unfollow(db, viewer, { playlistId: id })
      return { success: true as const, message: UNFOLLOWED, following }
    },
  })
}
