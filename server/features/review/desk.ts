import { LIST_LIMIT_DEFAULT } from '#contract/lists.ts'
import { NOT_FOUND } from '#contract/not-found.ts'
import type { DeskQuery, FullRevision } from '#contract/review/review.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/data/database.ts'
import { waitingTotal } from '#server/features/catalog/playlists/totals.ts'
import { countWaitingRounds } from '#server/features/catalog/versions/rounds.queries.ts'
import { countUnavailable } from '#server/features/video-links/checks/video-checks.queries.ts'
import { AppError } from '#server/http/app-error.ts'
import { aboutTeacher } from './about-teacher.ts'
import { audienceChanges } from './audience-changes.queries.ts'
import { entriesOf, historyRows } from './entries.queries.ts'
import {
  countInState,
  countQueue,
  lastWaits,
  oldestWaiting,
  type QueueFilter,
  queueIds,
} from './queue.queries.ts'
import { listReasons } from './reasons.queries.ts'
import { queueItems, wholeRows } from './revision-rows.queries.ts'
import { countRounds, oldestRound } from './rounds.queries.ts'
import { listRounds } from './rounds.ts'
import { siblingCourses } from './surroundings.queries.ts'

const HOUR_MS = 3_600_000
/** Under this many decisions there is no usual time. */
const DECISIONS_MIN = 5

/** How long the last decisions took: the median in hours, with one decimal. */
export async function waitingTime(db: Db): Promise<{ medianHours: number | null; of: number }> {
  const hours = (await lastWaits(db))
    .map(({ submitted_at, decided_at }) => Date.parse(decided_at ?? '') - Date.parse(submitted_at ?? ''))
    .filter((wait) => wait >= 0)
    .map((wait) => wait / HOUR_MS)
    .toSorted((one, other) => one - other)
  const middle = hours.length / 2
  const median = ((hours[Math.ceil(middle) - 1] ?? 0) + (hours[Math.floor(middle)] ?? 0)) / 2
  return { medianHours: hours.length < DECISIONS_MIN ? null : Math.round(median * 10) / 10, of: hours.length }
}

/** `GET /api/review`: the queue, what is in it and the summary above it. */
export async function listDesk(db: Db, admin: Viewer, query: DeskQuery) {
  if (query.group === 'rounds') return listDeskOfRounds(db, admin, query)
  const { limit = LIST_LIMIT_DEFAULT, cursor, state = 'waiting', mine, group: _group, ...narrowed } = query
  const filter: QueueFilter = { ...narrowed, state, claimedBy: mine && admin.id }
  const { ids, nextCursor } = await queueIds(db, filter, { limit, cursor })
  const [items, total, counts, oldestSubmittedAt, { medianHours }, unavailable, reasons] = await Promise.all([
    queueItems(db, ids),
    countQueue(db, filter),
    deskCounts(db),
    oldestWaiting(db),
    waitingTime(db),
    countUnavailable(db),
    listReasons(db),
  ])
  const summary = {
    waiting: counts.waiting,
    oldestSubmittedAt,
    medianHours,
    unavailableVideos: unavailable,
  }
  return { items, total, nextCursor, counts, summary, reasons }
}

/** The same by rounds: everything that waits is counted in rounds. */
async function listDeskOfRounds(db: Db, admin: Viewer, query: DeskQuery) {
  const { items, filter, nextCursor } = await listRounds(db, admin, query)
  const [total, waiting, counts, oldestSubmittedAt, { medianHours }, unavailableVideos, reasons] =
    await Promise.all([
      countRounds(db, filter),
      countWaitingRounds(db),
      deskCounts(db),
      oldestRound(db),
      waitingTime(db),
      countUnavailable(db),
      listReasons(db),
    ])
  return {
    items,
    total,
    nextCursor,
    counts: { ...counts, waiting },
    summary: { waiting, oldestSubmittedAt, medianHours, unavailableVideos },
    reasons,
  }
}

async function deskCounts(db: Db) {
  const [submitted, inReview, changes, rejected] = await Promise.all([
    waitingTotal(db, 'submitted'),
    waitingTotal(db, 'in_review'),
    countInState(db, 'changes'),
    countInState(db, 'rejected'),
  ])
  return { waiting: submitted + inReview, submitted, in_review: inReview, changes, rejected }
}

/** `GET /api/review/{id}`: one revision with everything. Throws `not_found` if it was deleted meanwhile. */
export async function readRevision(db: Db, viewer: Viewer, id: string): Promise<FullRevision> {
  const rows = await wholeRows(db, [id])
  const { isAdmin } = viewer
  const [[entry], [item]] = await Promise.all([
    entriesOf(db, rows, { before: 'base', isAdmin }),
    queueItems(db, [id]),
  ])
  if (!(entry && item)) throw new AppError('not_found', NOT_FOUND.revision)
  const { teacher, category, version, durationSeconds, claim } = item
  const courses = await siblingCourses(db, entry.subject.playlist._id)
  return {
    ...entry,
    teacher,
    category,
    version,
    durationSeconds,
    claim,
    courses,
    ...(isAdmin && (await aboutTeacher(db, { teacherId: teacher._id, ids: [id], subject: entry.subject }))),
  }
}

interface History {
  playlistId: string
  course?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Every version of a playlist and its courses, newest first, each compared with the one before it. */
export async function listHistory(db: Db, viewer: Viewer, history: History) {
  const { playlistId, course, limit = LIST_LIMIT_DEFAULT, cursor } = history
  const { rows, total, nextCursor } = await historyRows(db, { playlistId, course, limit, cursor })
  const items = await entriesOf(db, rows, { before: 'previous', isAdmin: viewer.isAdmin })
  const isFirstOfAll = course === undefined && cursor === undefined
  return {
    items,
    total,
    nextCursor,
    ...(isFirstOfAll && { audience: await audienceChanges(db, playlistId) }),
  }
}
