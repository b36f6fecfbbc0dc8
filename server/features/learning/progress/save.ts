import { type ProgressSave, RANGES_INVALID, VIDEO_CHANGED } from '#contract/learning/progress.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { COURSE_NOT_FOUND } from '#server/features/catalog/playlists/visibility.ts'
import { AppError, invalid } from '#server/http/app-error.ts'
import { allowanceOf, creditAt, spent } from './credit.ts'
import { addToDay } from './days.queries.ts'
import { dayOf } from './days.ts'
import { reportDuration } from './durations.ts'
import { deleteAllProgress, deleteProgress, deleteSummary, newestLeft } from './forget.queries.ts'
import { lockSaver, readSummary, writeCredit, writeSummary, writeWatched } from './save.queries.ts'
import { findSaveTarget, type SaveTarget } from './save-target.ts'
import { addSeconds, markByHand, ofVideo } from './watched.ts'

type Context = Pick<AppContext, 'db' | 'invalidation'>

interface Saved {
  done: boolean
  justDone: boolean
  watchedSeconds: number
  playlistDone: boolean
}

/** Players round the duration, and an encoding may end a little later. */
const BEYOND_END_S = 2

/** Throws the `invalid` AppError if a range ends after the video. A duration of 0 is unknown. */
export function checkRanges({ ranges, duration }: Pick<ProgressSave, 'ranges' | 'duration'>): void {
  const end = duration === 0 ? Number.POSITIVE_INFINITY : Math.ceil(duration) + BEYOND_END_S
  if (ranges.some(([, to]) => to > end)) throw invalid('ranges', RANGES_INVALID)
}

async function visibleTarget(trx: Db, viewer: Viewer, courseId: string): Promise<SaveTarget> {
  await lockSaver(trx, viewer.id)
  const target = await findSaveTarget(trx, viewer, courseId)
  if (!target) throw new AppError('not_found', COURSE_NOT_FOUND)
  return target
}

const isPlaylistDone = (done: number, { coursesToDo }: SaveTarget) => done > 0 && done >= coursesToDo

/**
 * Adds watched seconds and moves the position; a repeated save changes nothing. While the user's history is paused, it
 * stores nothing and answers what is stored. Throws the `conflict` AppError for another video than the course's.
 */
export async function saveProgress(
  { db, invalidation }: Context,
  viewer: Viewer,
  { courseId, save, timeZone }: { courseId: string; save: ProgressSave; timeZone?: string | undefined },
): Promise<Saved> {
  checkRanges(save)
  return transaction(db, async (trx, after) => {
    const target = await visibleTarget(trx, viewer, courseId)
    const { videoKey, playlistId, user } = target
    if (save.videoKey !== videoKey) throw new AppError('conflict', VIDEO_CHANGED)
    if (user.isHistoryPaused) return storedIn(target)
    const now = new Date().toISOString()
    const credit = creditAt(target.credit, user, now)
    const courseSeconds = await reportDuration(trx, viewer, { target, reported: save.duration })
    if (courseSeconds !== target.courseSeconds) after(() => invalidation.invalidate([courseId, playlistId]))
    const { watched, gained, justDone } = addSeconds(target.watched, {
      save,
      videoKey,
      courseSeconds,
      startsAt: target.startsAt,
      allowance: allowanceOf(credit),
      reachedAt: now,
      now,
    })
    const key = { userId: viewer.id, courseId }
    await writeWatched(trx, key, watched)
    const wasSetBack = target.credit !== undefined && target.credit.updated_at > now
    if (gained > 0 || wasSetBack) await writeCredit(trx, viewer.id, spent(credit, gained))
    const day = dayOf(now, timeZone, user.timeZone)
    await addToDay(trx, { user_id: viewer.id, day, seconds: gained })
    const doneCount = await writeSummary(trx, {
      user_id: viewer.id,
      playlist_id: playlistId,
      last_course_id: courseId,
      rate: save.rate,
      updated_at: now,
      hidden_at: null,
    })
    return {
      done: watched.done_at !== null,
      justDone,
      watchedSeconds: watched.watched_s,
      playlistDone: isPlaylistDone(doneCount, target),
    }
  })
}

function storedIn(target: SaveTarget): Saved {
  const { watched, videoKey, summary } = target
  return {
    done: watched?.done_at != null,
    justDone: false,
    watchedSeconds: watched ? ofVideo(watched, videoKey).watched_s : 0,
    playlistDone: isPlaylistDone(summary?.done_count ?? 0, target),
  }
}

/** Marks a course as done by hand, or takes any mark back. It also works while the history is paused. */
export async function setDone(
  { db }: Pick<AppContext, 'db'>,
  viewer: Viewer,
  { courseId, isDone }: { courseId: string; isDone: boolean },
): Promise<{ done: boolean; playlistDone: boolean }> {
  return transaction(db, async (trx) => {
    const target = await visibleTarget(trx, viewer, courseId)
    const { watched: before, summary, playlistId, videoKey } = target
    const now = new Date().toISOString()
    const watched = markByHand(before, { isDone, videoKey, now })
    if (!(before || isDone)) return { done: false, playlistDone: false }
    if (watched !== before) await writeWatched(trx, { userId: viewer.id, courseId }, watched)
    const doneCount = await writeSummary(trx, {
      user_id: viewer.id,
      playlist_id: playlistId,
      ...(summary ?? { last_course_id: courseId, rate: null, updated_at: now, hidden_at: null }),
    })
    return { done: isDone, playlistDone: isPlaylistDone(doneCount, target) }
  })
}

/** Forgets what a user watched of one course. A course without progress, or without existence, is no mistake. */
export async function forgetCourse(db: Db, userId: string, courseId: string): Promise<void> {
  if (!isId(courseId)) return
  await transaction(db, async (trx) => {
    await lockSaver(trx, userId)
    const playlistId = await deleteProgress(trx, { userId, courseId })
    if (playlistId === undefined) return
    const key = { userId, playlistId }
    const left = await newestLeft(trx, key)
    const summary = await readSummary(trx, key)
    if (!(left && summary)) return deleteSummary(trx, key)
    const last = summary.last_course_id === courseId ? left.course_id : summary.last_course_id
    await writeSummary(trx, { ...summary, user_id: userId, playlist_id: playlistId, last_course_id: last })
  })
}

/** Forgets everything that a user watched, done marks included. */
export async function forgetAll(db: Db, userId: string): Promise<void> {
  await transaction(db, async (trx) => {
    await lockSaver(trx, userId)
    await deleteAllProgress(trx, userId)
  })
}
