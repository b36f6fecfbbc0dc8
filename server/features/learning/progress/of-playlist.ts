import type { CourseProgress, PlaylistProgress } from '#contract/learning/progress.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { type OpenPlaylist, seesAllOf } from '#server/features/catalog/playlists/visibility.ts'
import { rangesOf } from './bits.ts'
import { changeOf } from './changes.ts'
import { coursesWithProgress, secondsOf, summaryOf } from './lists.queries.ts'
import { videoKeyIn } from './save-target.ts'

type Row = Awaited<ReturnType<typeof coursesWithProgress>>[number]

/** The caller's progress in a playlist that they may see; with `courseId`, also the watched seconds of that course. */
export async function progressInPlaylist(
  db: Db,
  viewer: Viewer,
  { playlist, courseId }: { playlist: OpenPlaylist; courseId: string | undefined },
): Promise<PlaylistProgress> {
  const key = { userId: viewer.id, playlistId: playlist.id }
  const [rows, [summary]] = await Promise.all([coursesWithProgress(db, key), summaryOf(db, key)])
  const seesAll = seesAllOf(viewer, playlist.teacher_id)
  const courses = rows.filter(({ status }) => seesAll || status === 'approved')
  const playable = courses.filter(({ unavailable_since }) => unavailable_since === null)
  const open = playable.filter(({ done_at }) => done_at === null)
  const named = courses.find(({ id }) => id === courseId)
  return {
    courses: courses.flatMap((row) => courseProgressOf(row) ?? []),
    doneCount: playable.length - open.length,
    continueWith: nextOpen(playable, summary?.last_course_id ?? undefined),
    secondsLeft: open.reduce((sum, row) => sum + secondsLeftOf(row), 0),
    rate: summary?.rate ?? null,
    ...(named && { ranges: await rangesIn(db, viewer, named) }),
  }
}

/** The course to continue: the last one, else the next one that is not done; `undefined` if all are done. */
export function nextOpen(
  courses: readonly { id: string; done_at: string | null }[],
  lastId: string | undefined,
): string | null {
  const last = Math.max(
    0,
    courses.findIndex(({ id }) => id === lastId),
  )
  const inTurn = [...courses.slice(last), ...courses.slice(0, last)]
  return inTurn.find(({ done_at }) => done_at === null)?.id ?? null
}

function isOfVideo(row: Row): boolean {
  return row.video_key === videoKeyIn(row)
}

function courseProgressOf(row: Row): CourseProgress | undefined {
  const { at_s, watched_s, updated_at, done_at, done_by } = row
  if (at_s === null || watched_s === null || updated_at === null) return undefined
  const isCurrent = isOfVideo(row)
  return {
    _id: row.id,
    atSeconds: isCurrent ? at_s : 0,
    watchedSeconds: isCurrent ? watched_s : 0,
    done: done_at !== null,
    doneBy: done_by,
    updatedAt: updated_at,
    videoReplaced: done_at !== null && !isCurrent,
    ...changeOf(row, isCurrent),
  }
}

function secondsLeftOf(row: Row): number {
  const duration = row.course_seconds ?? (isOfVideo(row) ? (row.duration_s ?? 0) : 0)
  const watched = isOfVideo(row) ? (row.watched_s ?? 0) : 0
  return Math.max(0, Math.round(duration) - watched)
}

async function rangesIn(db: Db, viewer: Viewer, course: Row) {
  const [watched] = await secondsOf(db, { userId: viewer.id, courseId: course.id })
  return watched && watched.video_key === videoKeyIn(course) ? rangesOf(watched.seconds) : []
}
