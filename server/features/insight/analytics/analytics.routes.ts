import { analyticsApi, type Learner } from '#contract/insight/analytics.ts'
import { LIST_LIMIT_MAX } from '#contract/lists.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { findCourse, findPlaylist } from '#server/features/catalog/playlists/visibility.ts'
import { AppError } from '#server/http/app-error.ts'
import { type CallInput, route } from '#server/http/route.ts'
import { analyzeAll, analyzeLesson, analyzePlaylist } from './analytics.ts'
import { learnersCsv, lessonsCsv, partsCsv, playlistsCsv } from './csv.ts'
import { type LearnersRequest, listLearners } from './learners.ts'

/** The table of the screen; each row needs all lessons of its playlist. */
const PLAYLISTS_DEFAULT = 20
const LEARNERS_DEFAULT = 50

type Header = CallInput<typeof analyticsApi.all>['header']

const asFile = (header: Header, name: string) =>
  header('content-disposition', `attachment; filename="${name}.csv"`)

export function analyticsRoutes(context: AppContext): void {
  route(context, analyticsApi.all, {
    run: async ({ reading, viewer, query, header }) => {
      const { teacher = viewer.id, days, format, limit = PLAYLISTS_DEFAULT, cursor } = query
      if (!(isId(teacher) && (viewer.isAdmin || viewer.id === teacher)))
        throw new AppError('not_found', NOT_FOUND.teacher)
      const request = { teacherId: teacher, days }
      if (format !== 'csv') return analyzeAll(reading, { ...request, limit, cursor })
      asFile(header, 'playlists')
      const { playlists } = await analyzeAll(reading, { ...request, limit: Number.MAX_SAFE_INTEGER })
      return playlistsCsv(playlists)
    },
  })

  route(context, analyticsApi.playlist, {
    object: ({ reading, viewer, param }) =>
      findPlaylist(reading, viewer, { playlistId: param('playlistId') }),
    run: async ({ reading, object: { id }, query: { days, format }, header }) => {
      const found = await analyzePlaylist(reading, id, days)
      if (format !== 'csv') return found
      asFile(header, 'lessons')
      return lessonsCsv(found)
    },
  })

  route(context, analyticsApi.course, {
    object: ({ reading, viewer, param }) =>
      findCourse(reading, viewer, { courseId: param('courseId'), playlistId: param('playlistId') }),
    run: async ({ reading, object, query: { days, format }, header }) => {
      const { id: courseId, playlist_id: playlistId, title } = object
      const found = await analyzeLesson(reading, { playlistId, courseId, title }, days)
      if (format !== 'csv') return found
      asFile(header, 'parts')
      return partsCsv(found)
    },
  })

  route(context, analyticsApi.learners, {
    object: ({ reading, viewer, param }) =>
      findPlaylist(reading, viewer, { playlistId: param('playlistId') }),
    run: async ({ reading, object: { id }, query, header }) => {
      const { format, limit = LEARNERS_DEFAULT, ...request } = query
      if (format !== 'csv') return listLearners(reading, id, { limit, ...request })
      asFile(header, 'learners')
      return learnersCsv(await allLearners(reading, id, request))
    },
  })
}

async function allLearners(
  db: Db,
  playlistId: string,
  request: Omit<LearnersRequest, 'limit' | 'cursor'>,
): Promise<Learner[]> {
  const all: Learner[] = []
  let cursor: string | undefined
  do {
    const page = await listLearners(db, playlistId, { ...request, limit: LIST_LIMIT_MAX, cursor })
    all.push(...page.learners)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}
