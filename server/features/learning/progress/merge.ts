import type { MergeItem } from '#contract/learning/progress.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { AppContext } from '#server/context.ts'
import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { allowanceOfSpan, type Credit, creditAt, spentOffline } from './credit.ts'
import { addToDay } from './days.queries.ts'
import { dayOf } from './days.ts'
import { reportDuration } from './durations.ts'
import { lockSaver, writeCredit, writeSummary, writeWatched } from './save.queries.ts'
import { checkRanges } from './save.ts'
import { findSaveTarget, type SaveTarget } from './save-target.ts'
import { addSeconds, isAtLeast } from './watched.ts'

interface Merged {
  merged: number
  /** Items of courses or videos that are gone. */
  skipped: number
  /** Seconds that were not watched before. */
  addedSeconds: number
}

interface Merge {
  items: MergeItem[]
  sentAt?: string | undefined
  timeZone?: string | undefined
}

/**
 * Adds saves that were made offline, the earliest first. Each brings at most three seconds for each second of its span, and
 * a position only if that is newer than the stored one.
 */
export async function mergeProgress(
  { db, invalidation }: Pick<AppContext, 'db' | 'invalidation'>,
  viewer: Viewer,
  { items, sentAt, timeZone }: Merge,
): Promise<Merged> {
  for (const item of items) checkRanges(item)
  const inOrder = items
    .map((item) => corrected(item, sentAt))
    .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))
  return transaction(db, async (trx, after) => {
    await lockSaver(trx, viewer.id)
    const targets = await targetsOf(trx, viewer, items)
    const current = inOrder.filter(({ courseId, videoKey }) => targets.get(courseId)?.videoKey === videoKey)
    const reply = { merged: current.length, skipped: items.length - current.length, addedSeconds: 0 }
    const [first] = targets.values()
    if (!first || first.user.isHistoryPaused || current.length === 0) return reply
    const now = new Date().toISOString()
    let credit = creditAt(first.credit, first.user, now)
    const courses = new Map<string, MergedCourse>()
    const additions: Gained[] = []
    for (const item of current) {
      const target = courses.get(item.courseId)?.target ?? targets.get(item.courseId)
      if (!target) continue
      const added = await addItem(trx, viewer, { target, item, credit, now })
      credit = spentOffline(credit, added.gained)
      additions.push(added)
      reply.addedSeconds += added.gained
      courses.set(item.courseId, newerOf(courses.get(item.courseId), added))
    }
    await writeCourses(trx, viewer.id, { courses: [...courses.values()], now })
    await writeCredit(trx, viewer.id, credit)
    await writeDays(trx, viewer.id, { additions, dayAt: (at) => dayOf(at, timeZone, first.user.timeZone) })
    after(() => invalidation.invalidate(withNewDuration(targets, courses)))
    return reply
  })
}

/** A difference that the network explains. */
const ON_THE_WAY_MS = 60_000

/** The item in the server's time, if the client's clock was wrong when it sent the item. */
function corrected(item: MergeItem, sentAt: string | undefined, now = Date.now()): MergeItem {
  const behind = sentAt === undefined ? 0 : now - Date.parse(sentAt)
  if (Math.abs(behind) <= ON_THE_WAY_MS) return item
  const moved = (at: string) => new Date(Math.min(now, Math.max(0, Date.parse(at) + behind))).toISOString()
  return { ...item, startedAt: moved(item.startedAt), endedAt: moved(item.endedAt) }
}

/** The targets of all items whose course exists and is visible, by course id. */
async function targetsOf(trx: Db, viewer: Viewer, items: MergeItem[]): Promise<Map<string, SaveTarget>> {
  const targets = new Map<string, SaveTarget>()
  for (const courseId of new Set(items.map((item) => item.courseId))) {
    const target = isId(courseId) ? await findSaveTarget(trx, viewer, courseId) : undefined
    if (target) targets.set(courseId, target)
  }
  return targets
}

/** A course with the items that were added until now, and the newest of them. */
interface MergedCourse {
  target: SaveTarget
  rate: number
  at: string
}

/** The new seconds of an item, which belong to the day on which it ended. */
interface Gained {
  at: string
  gained: number
}

/** Writes each day once. */
async function writeDays(
  trx: Db,
  userId: string,
  { additions, dayAt }: { additions: Gained[]; dayAt: (time: string) => string },
): Promise<void> {
  const days = new Map<string, number>()
  for (const { at, gained } of additions) days.set(dayAt(at), (days.get(dayAt(at)) ?? 0) + gained)
  for (const [day, seconds] of days) await addToDay(trx, { user_id: userId, day, seconds })
}

interface Addition {
  target: SaveTarget
  item: MergeItem
  credit: Credit
  now: string
}

async function addItem(
  trx: Db,
  viewer: Viewer,
  { target, item, credit, now }: Addition,
): Promise<MergedCourse & { gained: number }> {
  const courseSeconds = await reportDuration(trx, viewer, { target, reported: item.duration })
  const at = item.endedAt < now ? item.endedAt : now
  const { watched, gained } = addSeconds(target.watched, {
    save: item,
    videoKey: target.videoKey,
    courseSeconds,
    startsAt: target.startsAt,
    allowance: allowanceOfSpan(credit, item, target.user),
    reachedAt: at,
    now,
  })
  return { target: { ...target, courseSeconds, watched }, rate: item.rate, at, gained }
}

function newerOf(before: MergedCourse | undefined, { target, rate, at }: MergedCourse): MergedCourse {
  return before && before.at > at ? { ...before, target } : { target, rate, at }
}

/** The tags of the courses whose duration these items changed. */
function withNewDuration(before: Map<string, SaveTarget>, after: Map<string, MergedCourse>): string[] {
  return [...after.values()]
    .filter(({ target }) => target.courseSeconds !== before.get(target.courseId)?.courseSeconds)
    .flatMap(({ target }) => [target.courseId, target.playlistId])
}

/** Writes each course once, then each playlist, by the newest of its courses. */
async function writeCourses(
  trx: Db,
  userId: string,
  { courses, now }: { courses: MergedCourse[]; now: string },
): Promise<void> {
  const newest = new Map<string, MergedCourse>()
  for (const course of courses) {
    const { courseId, playlistId, watched } = course.target
    if (watched) await writeWatched(trx, { userId, courseId }, watched)
    if (course.at >= (newest.get(playlistId)?.at ?? '')) newest.set(playlistId, course)
  }
  for (const [playlistId, course] of newest) {
    await writeSummary(trx, { user_id: userId, playlist_id: playlistId, ...summaryAfter(course, now) })
  }
}

/** A newer save wins, and shows a playlist again that was hidden before it. */
function summaryAfter({ target: { courseId, summary }, rate, at }: MergedCourse, now: string) {
  const stored = summary?.hidden_at ?? null
  const hidden_at = stored === null || isAtLeast({ at, stored, now }) ? null : stored
  return summary && !isAtLeast({ at, stored: summary.updated_at, now })
    ? { ...summary, hidden_at }
    : { last_course_id: courseId, rate, updated_at: at, hidden_at }
}
