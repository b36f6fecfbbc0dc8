import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { REPORTS_COUNTED, someReports, trustedReports, writeDuration } from './durations.queries.ts'
import type { SaveTarget } from './save-target.ts'

/**
 * YouTube tells the duration only while it plays, so users' players report it. The first report of the owner or an admin
 * counts, else the median of the first three users' reports. Writes the duration if this report changes it; returns it.
 */
export async function reportDuration(
  trx: Db,
  viewer: Viewer,
  { target, reported }: { target: SaveTarget; reported: number },
): Promise<number | null> {
  const { courseId, videoKey, courseSeconds, watched } = target
  const hasReported = watched?.video_key === videoKey && watched.duration_s > 0
  if (reported === 0 || hasReported || !target.isReported) return courseSeconds
  const seconds = await durationWith(trx, viewer, { target, reported })
  if (seconds === undefined || seconds === courseSeconds) return courseSeconds
  await writeDuration(trx, { courseId, seconds })
  return seconds
}

/** The duration that this report leads to; `undefined` if others have settled it. */
async function durationWith(
  trx: Db,
  viewer: Viewer,
  { target, reported }: { target: SaveTarget; reported: number },
): Promise<number | undefined> {
  const { courseId, videoKey, teacherId } = target
  const others = { courseId, videoKey, userId: viewer.id }
  const isTrusted = (user: { id: string; isAdmin: boolean }) => user.isAdmin || user.id === teacherId
  if (isTrusted(viewer)) {
    const [trusted] = await trustedReports(trx, { ...others, teacherId })
    return trusted ? undefined : whole(reported)
  }
  const reports = await someReports(trx, others)
  const isSettled =
    reports.length === REPORTS_COUNTED ||
    reports.some(({ user_id, is_admin }) => isTrusted({ id: user_id, isAdmin: is_admin === 1 }))
  return isSettled ? undefined : medianOf([...reports.map(({ duration_s }) => duration_s), reported])
}

function whole(seconds: number): number {
  return Math.max(1, Math.round(seconds))
}

function medianOf(durations: number[]): number {
  const sorted = durations.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  const [low = 0, high = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  return whole((low + high) / 2)
}
