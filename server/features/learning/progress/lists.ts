import type { z } from 'zod'
import type { PROGRESS_KINDS, ProgressCard, progressApi } from '#contract/learning/progress.ts'
import { secondsIn } from '#contract/learning/ranges.ts'
import { restToWatch } from '#contract/learning/rest.ts'
import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import type { SiteAccess } from '#contract/settings/setting-values.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { decodeCursor, encodeCursor, pageOf } from '#server/data/cursor.ts'
import { checkedKeys } from '#server/data/keyset.ts'
import { cardsOf } from '#server/features/catalog/playlists/playlist-cards.queries.ts'
import { showingOf } from '#server/features/catalog/playlists/visibility.ts'
import { stillOf } from '#server/features/video/playable.ts'
import { rangesOf } from './bits.ts'
import { changeOf } from './changes.ts'
import {
  cardCourses,
  countDone,
  countHistory,
  countStarted,
  doneCounts,
  donePage,
  historyPage,
  marksInside,
  startedPage,
} from './lists.queries.ts'
import { nextOpen } from './of-playlist.ts'
import { videoKeyIn } from './save-target.ts'

type Context = Pick<AppContext, 'db' | 'secrets' | 'settings'>
type Kind = (typeof PROGRESS_KINDS)[number]

interface CardsQuery {
  kind: Kind
  limit?: number | undefined
  cursor?: string | undefined
}

/** A row of any of the lists: a course, or a playlist and its last course. */
interface Listed {
  playlistId: string
  courseId: string | null
  at: string
}

/** Times and ids both sort before these. */
const FIRST = ['9', 'g']

/** Playlists to continue, the history, or the courses that are done; the latest first. */
export async function listProgress(
  context: Context,
  viewer: Viewer,
  { kind, limit = LIST_LIMIT_DEFAULT, cursor }: CardsQuery,
): Promise<z.input<typeof progressApi.list.reply>> {
  const { db } = context
  const keys = cursor === undefined ? FIRST : checkedKeys(['at', 'id'], decodeCursor(kind, cursor))
  const [at = '', id = ''] = keys.map(String)
  const reader = { userId: viewer.id, isAdmin: viewer.isAdmin ? 1 : 0 }
  const { page, count, keyOf } = LISTS[kind]
  const [found, [counted]] = await Promise.all([
    page(db, { ...reader, at, id, most: limit + 1 }),
    count(db, reader),
  ])
  const { rows, nextCursor } = pageOf(found, limit, (last) => encodeCursor(kind, [last.at, keyOf(last)]))
  const cards = await (kind === 'continue'
    ? playlistsToContinue(context, viewer, rows)
    : cardsFor(context, viewer, rows))
  return { cards, total: counted?.total ?? 0, nextCursor }
}

type Reading = Parameters<typeof startedPage>

const LISTS = {
  continue: {
    page: async (...reading: Reading): Promise<Listed[]> =>
      (await startedPage(...reading)).map(({ playlist_id, last_course_id, at }) => ({
        playlistId: playlist_id,
        courseId: last_course_id,
        at,
      })),
    count: countStarted,
    keyOf: ({ playlistId }: Listed) => playlistId,
  },
  history: { page: listedBy(historyPage), count: countHistory, keyOf: courseKey },
  done: { page: listedBy(donePage), count: countDone, keyOf: courseKey },
}

function listedBy(page: typeof historyPage | typeof donePage) {
  return async (...reading: Reading): Promise<Listed[]> =>
    (await page(...reading)).map(({ playlist_id, course_id, at }) => ({
      playlistId: playlist_id,
      courseId: course_id,
      at: at ?? '',
    }))
}

function courseKey({ courseId }: Listed): string {
  return courseId ?? ''
}

/** Finds the course to continue in each playlist. */
async function playlistsToContinue(
  context: Context,
  viewer: Viewer,
  rows: Listed[],
): Promise<ProgressCard[]> {
  const playlistIds = rows.map(({ playlistId }) => playlistId)
  if (playlistIds.length === 0) return []
  const marks = Map.groupBy(
    await marksInside(context.db, { userId: viewer.id, playlistIds }),
    ({ playlist_id }) => playlist_id,
  )
  const next = rows.map(({ playlistId, courseId, at }) => {
    const courses = (marks.get(playlistId) ?? []).filter(
      ({ status, unavailable_since }) => status === 'approved' && unavailable_since === null,
    )
    return { playlistId, courseId: nextOpen(courses, courseId ?? undefined), at }
  })
  return cardsFor(context, viewer, next)
}

/** Leaves out rows whose course or playlist has gone meanwhile. */
async function cardsFor(
  { db, secrets, settings }: Context,
  viewer: Viewer,
  rows: Listed[],
): Promise<ProgressCard[]> {
  const playlistIds = [...new Set(rows.map(({ playlistId }) => playlistId))]
  if (playlistIds.length === 0) return []
  const courseIds = rows.flatMap(({ courseId }) => courseId ?? [])
  const [playlists, counts, courses] = await Promise.all([
    cardsOf(db, viewer, { ids: playlistIds, view: 'card' }),
    doneCounts(db, { userId: viewer.id, playlistIds }),
    cardCourses(db, viewer.id, courseIds),
  ])
  const access = await settings.get('siteAccess')
  const playlistById = new Map(playlists.map((playlist) => [playlist._id, playlist]))
  const countsById = new Map(counts.map((row) => [row.id, row]))
  return rows.flatMap(({ playlistId, courseId, at }) => {
    const playlist = playlistById.get(playlistId)
    const course = courses.get(courseId ?? '')
    if (!(playlist && course)) return []
    const { _id, title, category, mainPlaylistImage, teacher } = playlist
    const { done_count, unavailable_count = 0 } = countsById.get(playlistId) ?? {}
    const coursesCount = playlist.coursesCount - unavailable_count
    const doneCount = done_count ?? 0
    return {
      playlist: { _id, title, category, mainPlaylistImage, teacher, coursesCount, doneCount },
      course: cardCourseOf(course),
      at,
      still: stillOfCard({ secrets, access }, course),
    }
  })
}

type CardCourse = Awaited<ReturnType<typeof cardCourses>> extends Map<string, infer Row> ? Row : never

interface Signing {
  secrets: AppContext['secrets']
  access: SiteAccess
}

/** A video that was never started has no last second. */
function stillOfCard({ secrets, access }: Signing, row: CardCourse): ProgressCard['still'] {
  const { id, source_key, storyboard, at_s } = row
  const isStarted = row.video_key === videoKeyIn(row) && at_s !== null && at_s > 0
  if (source_key === null || storyboard === null || !isStarted) return null
  const course = { id, showing: showingOf(row, access) }
  return stillOf(secrets, { id: source_key, course, storyboard, at: at_s })
}

function cardCourseOf(row: CardCourse): ProgressCard['course'] {
  const isCurrent = row.video_key === videoKeyIn(row)
  return {
    _id: row.id,
    videoTitle: row.title,
    tutorialImage: row.image,
    durationSeconds: row.course_seconds,
    atSeconds: isCurrent ? (row.at_s ?? 0) : 0,
    watchedSeconds: isCurrent ? (row.watched_s ?? 0) : 0,
    done: row.done_at !== null,
    doneBy: row.done_by,
    changed: changeOf(row, isCurrent).changed,
    rest: isCurrent ? restOfCard(row) : null,
  }
}

function restOfCard({ bits, at_s, course_seconds: duration, start_s }: CardCourse) {
  if (bits === null || duration === null) return null
  const first = start_s !== null && start_s < duration ? start_s : 0
  const rest = restToWatch({ watched: rangesOf(bits), position: at_s ?? 0, first, duration })
  return rest.length === 0 ? null : { seconds: secondsIn(rest), parts: rest.length }
}
