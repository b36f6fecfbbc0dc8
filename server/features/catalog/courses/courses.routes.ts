import { coursesApi } from '#contract/catalog/courses.ts'
import { outlineApi } from '#contract/catalog/outline.ts'
import { PENDING_APPROVAL } from '#contract/catalog/playlists.ts'
import { IMAGE_REQUIRED } from '#contract/media/media.ts'
import { SAVED_AS_DRAFT } from '#contract/review/revisions.ts'
import { isSilence } from '#contract/video/silence.ts'
import { requireConfirmed } from '#server/auth/session.ts'
import { NO_TAGS } from '#server/cache/invalidation.ts'
import type { AppContext } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { findPlaylistByLink, withLink } from '#server/features/catalog/audience/links.ts'
import { getPlaylist } from '#server/features/catalog/playlists/playlists.ts'
import { findCourse, findPlaylist, showingOf } from '#server/features/catalog/playlists/visibility.ts'
import { playable } from '#server/features/video/playable.ts'
import { invalid } from '#server/http/app-error.ts'
import { NO_STORE } from '#server/http/respond.ts'
import { route } from '#server/http/route.ts'
import { addCourse, changeCourse, getCourse, listCourses, listInside, removeCourse } from './courses.ts'
import { saveGrid } from './grid.ts'
import type { PlayerFaults } from './live.routes.ts'
import { saveOutline } from './outline.ts'

const UPDATED = 'Course updated.'

export function courseRoutes(context: AppContext, { faults }: { faults: PlayerFaults }): void {
  const { db, images, jobs, secrets } = context
  const parts = async () => ({ db, images, reviewEdits: await context.settings.get('reviewEdits') })

  route(context, coursesApi.list, {
    run: async ({ reading, viewer, query }) => listCourses(reading, viewer, query),
  })

  route(context, coursesApi.ofPlaylist, {
    object: ({ reading, viewer, param, query: { key } }) =>
      findPlaylistByLink({ db: reading, secrets }, viewer, { playlistId: param('playlistId'), key }),
    run: async ({ reading, viewer, object: playlist, query, header }) => {
      if (query.key !== undefined) header('cache-control', NO_STORE)
      const { courses, total, nextCursor } = await listInside(reading, viewer, { playlist, ...query })
      header('x-total-count', total)
      if (nextCursor !== null) header('link', `<${nextPage(playlist.id, query, nextCursor)}>; rel="next"`)
      return courses
    },
  })

  route(context, coursesApi.get, {
    object: ({ reading, viewer, param }) =>
      findCourse(reading, viewer, { playlistId: param('playlistId'), courseId: param('courseId') }),
    run: async ({ reading, viewer, object }) => {
      const course = await getCourse(reading, viewer, object.id)
      if (!course.video) return course
      const showing = showingOf(object, await context.settings.get('siteAccess'))
      return { ...course, video: await playable(context, course.video, { id: object.id, showing }) }
    },
  })

  route(context, coursesApi.create, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    run: async ({ viewer, object, body, image }) => {
      if (!image) throw invalid('tutorialImage', IMAGE_REQUIRED)
      if (!body.draft) requireConfirmed(context, viewer)
      const data = await addCourse(await parts(), viewer, { playlistId: object.id, draft: body, image })
      await emit(db, 'revision.saved', { subjectIds: [data._id], context })
      jobs.wake()
      return { success: true as const, message: body.draft ? SAVED_AS_DRAFT : PENDING_APPROVAL, data }
    },
  })

  route(context, coursesApi.update, {
    object: ({ viewer, param }) =>
      findCourse(db, viewer, { playlistId: param('playlistId'), courseId: param('courseId') }),
    run: async ({ viewer, object, body, image }) => {
      const change = { course: object, draft: body, image }
      const { data, message = UPDATED } = await changeCourse(await parts(), viewer, change)
      await emit(db, 'revision.saved', { subjectIds: [object.id], context })
      jobs.wake()
      return { success: true as const, message, data }
    },
  })

  route(context, coursesApi.fault, {
    object: ({ viewer, param }) => findCourse(db, viewer, { courseId: param('courseId') }),
    changes: () => NO_TAGS,
    run: async ({ object, body: { code } }) => {
      faults.inc({ code })
      if (!isSilence(code)) {
        await emit(db, 'course.videoFailed', { courseId: object.id })
        jobs.wake()
      }
      return { success: true as const, message: 'Thank you. We will look at this video.' }
    },
  })

  route(context, coursesApi.remove, {
    object: ({ viewer, param }) =>
      findCourse(db, viewer, { playlistId: param('playlistId'), courseId: param('courseId') }),
    run: async ({ viewer, object, meta }) => {
      const trashId = await removeCourse(db, { actor: viewer, meta }, object)
      return { success: true as const, message: 'Course deleted successfully!', trashId }
    },
  })

  outlineRoutes(context)
}

interface PageOfCourses {
  limit?: number | undefined
  key?: string | undefined
}

function nextPage(playlistId: string, { limit, key }: PageOfCourses, cursor: string): string {
  const query = new URLSearchParams({
    ...(limit !== undefined && { limit: String(limit) }),
    ...(key !== undefined && { key }),
    cursor,
  })
  return `/api/playlists/${playlistId}/courses?${query}`
}

function outlineRoutes(context: AppContext): void {
  const { db } = context
  route(context, outlineApi.save, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    changes: ({ object }) => [object.id],
    run: async ({ viewer, object, body }) => {
      const { id } = object
      const reviewEdits = await context.settings.get('reviewEdits')
      const edited = await saveOutline(db, viewer, { playlistId: id, outline: body, reviewEdits })
      if (edited) await emit(db, 'revision.saved', { subjectIds: [id], context })
      const data = await withLink(context, viewer, await getPlaylist(db, viewer, id))
      return { success: true as const, message: edited?.message ?? 'Order saved.', data }
    },
  })

  route(context, outlineApi.grid, {
    object: ({ viewer, param }) => findPlaylist(db, viewer, { playlistId: param('playlistId') }),
    run: async ({ viewer, object, body: { changes } }) => {
      const reviewEdits = await context.settings.get('reviewEdits')
      const data = await saveGrid(db, viewer, { playlist: object, changes, reviewEdits })
      await emit(db, 'revision.saved', { subjectIds: changes.map(({ _id }) => _id), context })
      return { success: true as const, message: 'Changes saved.', data }
    },
  })
}
