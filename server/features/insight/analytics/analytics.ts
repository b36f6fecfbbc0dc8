import { adviseLesson } from '#contract/insight/advice.ts'
import {
  type AnalyticsReply,
  FIGURES_LEARNERS_MIN,
  type LessonAnalytics,
  type PlaylistAnalytics,
  SLOT_SECONDS,
} from '#contract/insight/analytics.ts'
import type { Period } from '#contract/insight/analytics-choices.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import type { Db } from '#server/data/database.ts'
import { PLAYLIST_NOT_FOUND } from '#server/features/catalog/playlists/visibility.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  countOpenQuestions,
  type PlaylistSums,
  readLessons,
  readPlaylistSums,
  readSumsOf,
} from './analytics.queries.ts'
import { readPeriod } from './days.queries.ts'
import { adviceOf, figuresOf, figuresOfLesson, funnelOf, hiddenCount, isShown, stripOf } from './figures.ts'

const CURSOR = 'analytics'

interface AllRequest {
  teacherId: string
  days?: Period | undefined
  limit: number
  cursor?: string | undefined
}

/** How the playlists of a teacher do, the newest first, and all of them together. */
export async function analyzeAll(db: Db, request: AllRequest): Promise<AnalyticsReply> {
  const { teacherId, days, limit, cursor } = request
  const all = await readPlaylistSums(db, teacherId)
  const [after] = cursor === undefined ? [undefined] : decodeCursor(CURSOR, cursor)
  const later = after === undefined ? all : all.filter(({ id }) => id < String(after))
  const { rows, nextCursor } = pageOf(later.slice(0, limit + 1), limit, ({ id }) =>
    encodeCursor(CURSOR, [id]),
  )
  const ids = all.map(({ id }) => id)
  const [lessons, questions, period] = await Promise.all([
    readLessons(
      db,
      rows.map(({ id }) => id),
    ),
    countOpenQuestions(db, ids),
    readPeriod(db, { kind: 'playlist', ids: all.filter(isShown).map(({ id }) => id) }, days),
  ])
  const byPlaylist = Map.groupBy(lessons, ({ playlist_id }) => playlist_id)
  const openIn = (playlistId: string) => sumOf(questions.filter((each) => each.playlistId === playlistId))
  return {
    figures: figuresOf(all, sumOf(questions)),
    ...period,
    playlists: rows.map((sums) => ({
      _id: sums.id,
      title: sums.title,
      figures: figuresOf([sums], openIn(sums.id)),
      advice: adviceOf(sums, funnelOf(byPlaylist.get(sums.id) ?? [])),
    })),
    total: all.length,
    nextCursor,
  }
}

const sumOf = (questions: readonly { n: number }[]) => questions.reduce((all, { n }) => all + n, 0)

async function sumsIn(db: Db, playlistId: string): Promise<PlaylistSums> {
  const sums = await readSumsOf(db, playlistId)
  if (!sums) throw new AppError('not_found', PLAYLIST_NOT_FOUND)
  return sums
}

/** How a playlist does, lesson by lesson. */
export async function analyzePlaylist(db: Db, playlistId: string, days?: Period): Promise<PlaylistAnalytics> {
  const [sums, lessons, questions] = await Promise.all([
    sumsIn(db, playlistId),
    readLessons(db, [playlistId]),
    countOpenQuestions(db, [playlistId]),
  ])
  const shown = isShown(sums)
  const period = await readPeriod(db, { kind: 'playlist', ids: shown ? [playlistId] : [] }, days)
  const funnel = funnelOf(lessons)
  return {
    title: sums.title,
    figures: figuresOf([sums], sumOf(questions)),
    ...period,
    lessons: funnel.map((lesson) => ({
      _id: lesson.id,
      title: lesson.title,
      reached: shown ? lesson.reached : null,
      stopped: shown ? lesson.stopped : null,
      ...(shown && lesson.learners >= FIGURES_LEARNERS_MIN
        ? { learners: lesson.learners, done: lesson.done }
        : { learners: null, done: null }),
    })),
    advice: adviceOf(sums, funnel),
    hidden: hiddenCount(sums),
  }
}

/** How a video does, part by part. Only public lessons have figures. */
export async function analyzeLesson(
  db: Db,
  { playlistId, courseId, title }: { playlistId: string; courseId: string; title: string },
  days?: Period,
): Promise<LessonAnalytics> {
  const [sums, lessons, questions] = await Promise.all([
    sumsIn(db, playlistId),
    readLessons(db, [playlistId]),
    countOpenQuestions(db, [playlistId]),
  ])
  const lesson = lessons.find(({ id }) => id === courseId)
  const open = sumOf(questions.filter((each) => each.courseId === courseId))
  const figures = lesson ? figuresOfLesson(lesson, isShown(sums), open) : figuresOf([], open)
  const isFew = figures.few === true
  const strip = lesson && !isFew ? stripOf(lesson) : { reached: [], watched: [], stopped: [] }
  const { reached, watched, stopped } = strip
  return {
    title,
    playlist: { _id: playlistId, title: sums.title },
    figures,
    ...(await readPeriod(db, { kind: 'course', ids: isFew ? [] : [courseId] }, days)),
    slotSeconds: SLOT_SECONDS,
    reached: [...reached],
    watched: [...watched],
    stopped: [...stopped],
    advice: adviseLesson(figures.learners, {
      strip: { slotSeconds: SLOT_SECONDS, reached, watched, stopped },
    }),
  }
}
