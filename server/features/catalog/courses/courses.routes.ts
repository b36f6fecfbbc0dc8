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
import { getPlaylist } from '#server/features/catalog/playlists/playlists.ts'
import { findCourse, findPlaylist, isPublicCourse } from '#server/features/catalog/playlists/visibility.ts'
import { playable } from '#server/features/video/playable.ts'
import { invalid } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { addCourse, changeCourse, getCourse, listCourses, listInside, removeCourse } from './courses.ts'
import { saveGrid } from './grid.ts'
import type { PlayerFaults } from './live.routes.ts'
import { saveOutline } from './outline.ts'

const UPDATED = 'Course updated.'

export function courseRoutes(context: AppContext, { faults }: { faults: PlayerFaults }): void {
  const { db, images, jobs } = context
  const parts = { db, images, reviewEdits: context.settings.reviewEdits }

  route(context, coursesApi.list, {
    run: async ({ reading, viewer, query }) => listCourses(reading, viewer, query),
  })

  route(context, coursesApi.ofPlaylist, {
    object: ({ reading, param }) => findPlaylist(reading, param('playlistId')),
    run: async ({ reading, viewer, object: playlist, query, header }) => {
      const { courses, total, nextCursor } = await listInside(reading, viewer, { playlist, ...query })
      header('x-total-count', total)
      if (nextCursor !== null)
        header('link', `<${nextPage(playlist.id, query.limit, nextCursor)}>; rel="next"`)
      return courses
    },
  })

  route(context, coursesApi.get, {
    object: ({ reading, param }) =>
      findCourse(reading, { playlistId: param('playlistId'), courseId: param('courseId') }),
    run: async ({ reading, viewer, object }) => {
      const course = await getCourse(reading, viewer, object.id)
      if (!course.video) return course
      const shown = { id: object.id, isPublic: isPublicCourse(object) }
      return { ...course, video: await playable(context, course.video, shown) }
    },
  })

  route(context, coursesApi.create, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    run: async ({ viewer, object, body, image }) => {
      if (!image) throw invalid('tutorialImage', IMAGE_REQUIRED)
      if (!body.draft) requireConfirmed(context, viewer)
      const data = await addCourse(parts, viewer, { playlistId: object.id, draft: body, image })
      await emit(db, 'revision.saved', { subjectIds: [data._id], context })
      jobs.wake()
      return { success: true as const, message: body.draft ? SAVED_AS_DRAFT : PENDING_APPROVAL, data }
    },
  })

  route(context, coursesApi.update, {
    object: ({ param }) => findCourse(db, { playlistId: param('playlistId'), courseId: param('courseId') }),
    run: async ({ viewer, object, body, image }) => {
      const change = { course: object, draft: body, image }
      const { data, message = UPDATED } = await changeCourse(parts, viewer, change)
      await emit(db, 'revision.saved', { subjectIds: [object.id], context })
      jobs.wake()
      return { success: true as const, message, data }
    },
  })

  route(context, coursesApi.fault, {
    object: ({ param }) => findCourse(db, { courseId: param('courseId') }),
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
    object: ({ param }) => findCourse(db, { playlistId: param('playlistId'), courseId: param('courseId') }),
    run: async ({ viewer, object, meta }) => {
      const trashId = await removeCourse(db, { actor: viewer, meta }, object)
      return { success: true as const, message: 'Course deleted successfully!', trashId }
    },
  })

  outlineRoutes(context)
}

function nextPage(playlistId: string, limit: number | undefined, cursor: string): string {
  const query = new URLSearchParams({ ...(limit !== undefined && { limit: String(limit) }), cursor })
  return `/api/playlists/${playlistId}/courses?${query}`
}

function outlineRoutes(context: AppContext): void {
  const { db } = context
  const { reviewEdits } = context.settings

  route(context, outlineApi.save, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    changes: ({ object }) => [object.id],
    run: async ({ viewer, object, body }) => {
      const { id } = object
      const edited = await saveOutline(db, viewer, { playlistId: id, outline: body, reviewEdits })
      if (edited) await emit(db, 'revision.saved', { subjectIds: [id], context })
      const data = await getPlaylist(db, viewer, id)
      return { success: true as const, message: edited?.message ?? 'Order saved.', data }
    },
  })

  route(context, outlineApi.grid, {
    object: ({ param }) => findPlaylist(db, param('playlistId')),
    run: async ({ viewer, object, body: { changes } }) => {
      const data = await saveGrid(db, viewer, { playlist: object, changes, reviewEdits })
      await emit(db, 'revision.saved', { subjectIds: changes.map(({ _id }) => _id), context })
      return { success: true as const, message: 'Changes saved.', data }
    },
  })
}
