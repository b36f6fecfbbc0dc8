import { type Db, transaction } from '#server/data/database.ts'
import {
  type CountedProgress,
  type RemovedProgress,
  takeRemovedProgress,
  uncountedProgress,
  writeCounted,
} from '#server/features/learning/progress/counted.queries.ts'
import { videoKeyIn } from '#server/features/learning/progress/save-target.ts'
import {
  addWatched,
  type CountedCourse,
  findCourses,
  readCourseSums,
  writeCourseSums,
} from './counting.queries.ts'
import { addShare, type CourseCounts, columnsOf, countsIn, isLearner, type Share } from './course-counts.ts'
import { addToCourse, addToPlaylist, addToSite, type NewOnDay } from './days.queries.ts'
import { recountLearner, siteDay } from './learners.ts'
import { slotsOf } from './slots.ts'

/** What one row of progress adds to the figures from now on, and what it added before. */
interface Change {
  courseId: string
  /** Null for a deleted account. */
  userId: string | null
  before: Share | undefined
  after: Share | undefined
  day: string
}

/** Rows that one transaction counts. On SQLite, other writers wait for it. */
const BATCH = 500

/** Counts progress that has changed until nothing is left. Each transaction counts whole rows, so a stop loses none. */
export async function countProgress(
  db: Db,
  { signal, batch = BATCH }: { signal?: AbortSignal; batch?: number } = {},
) {
  let counted = batch
  while (counted >= batch) {
    signal?.throwIfAborted()
    counted = await transaction(db, (trx) => countBatch(trx, batch))
  }
}

/** Returns how many rows it found. */
export async function countBatch(trx: Db, limit: number): Promise<number> {
  const now = Date.now()
  const rows = await uncountedProgress(trx, limit)
  const changes: Change[] = []
  for (const row of rows) {
    const change = await takeRow(trx, row, now)
    if (change) changes.push(change)
  }
  const removed = await takeRemovedProgress(trx, limit)
  changes.push(...removed.map((row) => changeOfRemoved(row, now)))
  await applyChanges(trx, changes, now)
  return Math.max(rows.length, removed.length)
}

/** Notes the row as counted. A row that was saved meanwhile waits for the next time. */
async function takeRow(trx: Db, row: CountedProgress, now: number): Promise<Change | undefined> {
  const { user_id, course_id, video_key, watched_s } = row
  const slots = slotsOf(row.seconds)
  const done = row.done_at === null ? 0 : 1
  if (!(await writeCounted(trx, { user_id, course_id, video_key, watched_s, done, slots }))) return undefined
  return {
    courseId: course_id,
    userId: user_id,
    before:
      row.counted_key === null
        ? undefined
        : {
            seconds: row.counted_s,
            done: row.counted_done === 1,
            key: row.counted_key,
            slots: row.counted_slots,
          },
    after: { seconds: watched_s, done: done === 1, key: video_key, slots },
    day: siteDay(row.updated_at, now),
  }
}

const changeOfRemoved = (row: RemovedProgress, now: number): Change => ({
  courseId: row.course_id,
  userId: row.user_id,
  before: { seconds: row.seconds, done: row.done === 1, key: row.key, slots: row.slots },
  after: undefined,
  day: siteDay(new Date(now).toISOString(), now),
})

async function applyChanges(trx: Db, all: readonly Change[], now: number): Promise<void> {
  const ids = [...new Set(all.map(({ courseId }) => courseId))].toSorted()
  const courses = await findCourses(trx, ids)
  const sums = await readCourseSums(trx, ids)
  const days = new DaySums()
  const watched = new Map<string, number>()
  for (const [courseId, changes] of Map.groupBy(all, (change) => change.courseId)) {
    const course = courses.get(courseId)
    if (!course) continue
    // What the teacher watches of their own videos counts nothing.
    const counted = changes.filter(({ userId }) => userId !== course.teacher_id)
    const counts = countsIn(sums.get(courseId), videoKeyIn(course))
    for (const change of counted) addChange(counts, change)
    await writeCourseSums(trx, courseId, columnsOf(counts))
    for (const change of counted) days.add(course, change)
    const before = watched.get(course.playlist_id) ?? 0
    watched.set(course.playlist_id, before + counted.reduce((sum, change) => sum + gainOf(change), 0))
  }
  for (const [playlistId, seconds] of inOrder(watched)) await addWatched(trx, playlistId, seconds)
  for (const pair of pairsOf(all, courses)) await recountPair(trx, { pair, days, now })
  await days.write(trx)
}

function addChange(counts: CourseCounts, { before, after }: Change): void {
  if (before) addShare(counts, before, -1)
  if (after) addShare(counts, after, 1)
}

const gainOf = ({ before, after }: Change) => (after?.seconds ?? 0) - (before?.seconds ?? 0)

interface Pair {
  playlistId: string
  userId: string
  day: string
}

/** Each person once for each playlist, always in the same order. */
function pairsOf(changes: readonly Change[], courses: Map<string, CountedCourse>): Pair[] {
  const pairs = new Map<string, Pair>()
  for (const { courseId, userId, day } of changes) {
    const playlistId = courses.get(courseId)?.playlist_id
    if (playlistId !== undefined && userId !== null)
      pairs.set(`${playlistId} ${userId}`, { playlistId, userId, day })
  }
  return inOrder(pairs).map(([, pair]) => pair)
}

async function recountPair(
  trx: Db,
  { pair: { day, ...key }, days, now }: { pair: Pair; days: DaySums; now: number },
): Promise<void> {
  const { isNew, hasFinished } = await recountLearner(trx, key, now)
  if (!(isNew || hasFinished)) return
  days.addToPlaylist(key.playlistId, day, {
    ...NOTHING,
    learners: isNew ? 1 : 0,
    finished: hasFinished ? 1 : 0,
  })
}

const NOTHING: NewOnDay = { learners: 0, started: 0, finished: 0, watched_s: 0 }

const plus = (one: NewOnDay, other: NewOnDay): NewOnDay => ({
  learners: one.learners + other.learners,
  started: one.started + other.started,
  finished: one.finished + other.finished,
  watched_s: one.watched_s + other.watched_s,
})

/** What the changes of one transaction add to the days. */
class DaySums {
  readonly #courses = new Map<string, NewOnDay>()
  readonly #playlists = new Map<string, NewOnDay>()
  readonly #site = new Map<string, { watched_s: number; done: number }>()

  add(course: CountedCourse, { before, after, day }: Change): void {
    if (!after) return
    const isSameVideo = before?.key === after.key
    const isNewlyDone = after.done && !before?.done
    const watched_s = Math.max(0, after.seconds - (isSameVideo ? before.seconds : 0))
    const started = before ? 0 : 1
    const sums = {
      learners: isLearner(after) && !(before && isLearner(before)) ? 1 : 0,
      started,
      finished: isNewlyDone ? 1 : 0,
      watched_s,
    }
    addTo(this.#courses, `${course.id} ${day}`, sums)
    this.addToPlaylist(course.playlist_id, day, { learners: 0, started, finished: 0, watched_s })
    const site = this.#site.get(day) ?? { watched_s: 0, done: 0 }
    this.#site.set(day, { watched_s: site.watched_s + watched_s, done: site.done + sums.finished })
  }

  addToPlaylist(playlistId: string, day: string, sums: NewOnDay): void {
    addTo(this.#playlists, `${playlistId} ${day}`, sums)
  }

  async write(trx: Db): Promise<void> {
    for (const [key, sums] of inOrder(this.#courses)) await addToCourse(trx, keyOf(key), sums)
    for (const [key, sums] of inOrder(this.#playlists)) await addToPlaylist(trx, keyOf(key), sums)
    for (const [day, sums] of inOrder(this.#site)) await addToSite(trx, day, sums)
  }
}

function addTo(sums: Map<string, NewOnDay>, key: string, more: NewOnDay): void {
  sums.set(key, plus(sums.get(key) ?? NOTHING, more))
}

const inOrder = <Sums>(sums: Map<string, Sums>) => [...sums].toSorted(([a], [b]) => a.localeCompare(b))

function keyOf(key: string): { id: string; day: string } {
  const [id = '', day = ''] = key.split(' ')
  return { id, day }
}
