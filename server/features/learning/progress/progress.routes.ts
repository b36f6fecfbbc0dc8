import { learningApi } from '#contract/learning/learning.ts'
import { progressApi } from '#contract/learning/progress.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { findCourse, findPlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { route } from '#server/http/route.ts'
import { confirmChange } from './changes.queries.ts'
import { daysFrom } from './days.queries.ts'
import { hidePlaylist } from './forget.queries.ts'
import { listProgress } from './lists.ts'
import { mergeProgress } from './merge.ts'
import { progressInPlaylist } from './of-playlist.ts'
import { forgetAll, forgetCourse, saveProgress, setDone } from './save.ts'

interface OfId {
  viewer: Viewer
  param: (name: 'id') => string
}

/** Progress is its user's alone, and never in the response cache: no write of it changes what others see. */
const changes = () => NO_TAGS

export function progressRoutes(context: AppContext): void {
  const { db } = context
  const playlist = ({ viewer, param }: OfId) => findPlaylist(db, viewer, { playlistId: param('id') })
  const course = ({ viewer, param }: OfId) => findCourse(db, viewer, { courseId: param('id') })

  route(context, progressApi.ofPlaylist, {
    object: playlist,
    run: ({ reading, viewer, object, query }) =>
      progressInPlaylist(reading, viewer, { playlist: object, courseId: query.course }),
  })

  route(context, progressApi.list, {
    run: ({ reading, viewer, query }) => listProgress({ ...context, db: reading }, viewer, query),
  })

  route(context, learningApi.days, {
    run: async ({ reading, viewer, query: { from } }) => ({
      days: await daysFrom(reading, { userId: viewer.id, from }),
    }),
  })

  route(context, progressApi.save, {
    object: course,
    changes,
    run: ({ viewer, object, body: { timeZone, ...save } }) =>
      saveProgress(context, viewer, { courseId: object.id, save, timeZone }),
  })

  route(context, progressApi.merge, {
    changes,
    run: ({ viewer, body }) => mergeProgress(context, viewer, body),
  })

  route(context, progressApi.done, {
    object: course,
    changes,
    run: ({ viewer, object, body }) => setDone(context, viewer, { courseId: object.id, isDone: body.done }),
  })

  route(context, progressApi.changeSeen, {
    object: course,
    changes,
    run: async ({ viewer, object }) => {
      await confirmChange(db, { userId: viewer.id, courseId: object.id })
      return { success: true as const, message: 'Marked as seen.' }
    },
  })

  route(context, progressApi.hide, {
    object: playlist,
    changes,
    run: async ({ viewer, object, body: { hidden } }) => {
      await hidePlaylist(db, { userId: viewer.id, playlistId: object.id, hidden })
      const message = hidden ? 'Removed from “Continue watching”.' : 'Back in “Continue watching”.'
      return { success: true as const, message }
    },
  })

  route(context, progressApi.forget, {
    changes,
    run: async ({ viewer, param }) => {
      await forgetCourse(db, viewer.id, param('id'))
      return { success: true as const, message: 'Removed from your history.' }
    },
  })

  route(context, progressApi.clear, {
    changes,
    run: async ({ viewer }) => {
      await forgetAll(db, viewer.id)
      return { success: true as const, message: 'History cleared.' }
    },
  })
}
