import type { CourseSumRow } from '#server/data/insight-rows.ts'
import { videoKeyIn } from '#server/features/learning/progress/save-target.ts'
import type { TestApp } from './test-app.ts'

type Db = TestApp['db']

export interface CourseFigures {
  learners: number
  done: number
  seconds: number
  furthest: number
  furthestFinished: number
  /** One number for each part of ten seconds, without zeros at the end. */
  watched: number[]
  stopped: number[]
  watchedAndDone: number
}

export interface PlaylistFigures {
  learners: number
  named: number
  finished: number
  done: number
  seconds: number
}

export interface Figures {
  courses: Record<string, CourseFigures>
  playlists: Record<string, PlaylistFigures>
}

const NO_COURSE: CourseFigures = {
  learners: 0,
  done: 0,
  seconds: 0,
  furthest: 0,
  furthestFinished: 0,
  watched: [],
  stopped: [],
  watchedAndDone: 0,
}

/** The parts of ten seconds of which at least five are watched. */
function partsIn(seconds: Buffer): number[] {
  const watched = [...seconds].flatMap((byte) => Array.from({ length: 8 }, (_, bit) => (byte >> bit) % 2))
  const parts = Array.from({ length: Math.ceil(watched.length / 10) }, (_, part) =>
    watched.slice(part * 10, part * 10 + 10).reduce((sum, bit) => sum + bit, 0),
  )
  return parts.flatMap((count, part) => (count >= 5 ? [part] : []))
}

function countEach(places: number[]): number[] {
  const counts = Array.from({ length: Math.max(-1, ...places) + 1 }, () => 0)
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1
  return counts
}

function readAll(db: Db) {
  return Promise.all([
    db
      .selectFrom('courses')
      .innerJoin('playlists', 'playlists.id', 'courses.playlist_id')
      .select(['courses.id', 'courses.playlist_id', 'courses.status', 'courses.unavailable_since'])
      .select(['courses.source', 'courses.source_key', 'courses.video_id', 'playlists.teacher_id'])
      .orderBy('courses.position')
      .orderBy('courses.id')
      .execute(),
    db.selectFrom('progress').selectAll().execute(),
    db.selectFrom('users').selectAll().execute(),
  ])
}

type All = Awaited<ReturnType<typeof readAll>>
type Course = All[0][number]
type Progress = All[1][number]

/** What one person has watched of the public videos of a playlist, in their order. */
interface Learner {
  playlistId: string
  userId: string
  done: number
  furthest: string | undefined
  hasAll: boolean
}

const isDone = ({ done_at }: Progress) => done_at !== null
const secondsOf = (rows: Progress[]) => rows.reduce((sum, { watched_s }) => sum + watched_s, 0)

/**
 * Computes the figures from progress alone, in the plainest way. Only those who have once finished are kept from one call to the
 * next: progress does not tell that.
 */
export class NaiveFigures {
  readonly #db: Db
  #finished = new Set<string>()

  constructor(db: Db) {
    this.#db = db
  }

  async compute(): Promise<Figures> {
    const [courses, progress, users] = await readAll(this.#db)
    const inPlaylists = Map.groupBy(courses, ({ playlist_id }) => playlist_id)
    const learners = [...inPlaylists.values()].flatMap((each) => learnersOf(each, progress))
    const keyOf = ({ playlistId, userId }: Learner) => `${playlistId} ${userId}`
    const before = this.#finished
    this.#finished = new Set(
      learners.filter((each) => each.hasAll || before.has(keyOf(each))).map((each) => keyOf(each)),
    )
    const hasFinished = (learner: Learner) => this.#finished.has(keyOf(learner))
    const named = new Set(users.filter(isNamed).map(({ id }) => id))
    return {
      courses: Object.fromEntries(
        courses.map((course) => {
          const stayed = learners.filter(({ furthest }) => furthest === course.id)
          return [
            course.id,
            {
              ...courseFigures(course, progress),
              furthest: stayed.length,
              furthestFinished: stayed.filter(hasFinished).length,
            },
          ]
        }),
      ),
      playlists: Object.fromEntries(
        [...inPlaylists].map(([id, its]) => {
          const here = learners.filter(({ playlistId }) => playlistId === id)
          const figures = {
            learners: here.length,
            named: here.filter(({ userId }) => named.has(userId)).length,
            finished: here.filter(hasFinished).length,
            done: here.reduce((sum, { done }) => sum + done, 0),
            seconds: its.reduce((sum, course) => sum + courseFigures(course, progress).seconds, 0),
          }
          return [id, figures]
        }),
      ),
    }
  }
}

const isNamed = (user: All[2][number]) =>
  user.progress_told_at !== null && user.progress_shown === 1 && user.profile_private === 0

const rowsOf = (course: Course, progress: Progress[]) =>
  progress.filter(({ course_id, user_id }) => course_id === course.id && user_id !== course.teacher_id)

function courseFigures(course: Course, progress: Progress[]): CourseFigures {
  const rows = rowsOf(course, progress)
  const present = rows
    .filter(({ video_key }) => video_key === videoKeyIn(course))
    .map((row) => ({ isDone: isDone(row), parts: partsIn(row.seconds) }))
    .filter(({ parts }) => parts.length > 0)
  const notDone = present.filter((row) => !row.isDone)
  return {
    ...NO_COURSE,
    learners: rows.filter((row) => isDone(row) || row.watched_s >= 30).length,
    done: rows.filter(isDone).length,
    seconds: secondsOf(rows),
    watched: countEach(present.flatMap(({ parts }) => parts)),
    stopped: countEach(notDone.flatMap(({ parts }) => parts.at(-1) ?? [])),
    watchedAndDone: present.length - notDone.length,
  }
}

function learnersOf(courses: Course[], all: Progress[]): Learner[] {
  const open = courses.filter(({ status }) => status === 'approved')
  const progress = open.flatMap((course) => rowsOf(course, all))
  return [...Map.groupBy(progress, ({ user_id }) => user_id)].flatMap(([userId, rows]) => {
    const done = rows.filter(isDone)
    if (done.length === 0 && secondsOf(rows) < 30) return []
    const doneIds = new Set(done.map(({ course_id }) => course_id))
    const toDo = open.filter(({ unavailable_since }) => unavailable_since === null)
    const furthest = rows.findLast((row) => isDone(row) || row.watched_s > 0)?.course_id
    const [{ playlist_id: playlistId }] = [courses[0] ?? { playlist_id: '' }]
    return {
      playlistId,
      userId,
      done: done.length,
      furthest,
      hasAll: toDo.length > 0 && toDo.every(({ id }) => doneIds.has(id)),
    }
  })
}

function numbersIn(bytes: Buffer | null): number[] {
  return Array.from({ length: (bytes?.length ?? 0) / 4 }, (_, at) => bytes?.readInt32LE(at * 4) ?? 0)
}

type Stored<Row> = { [Column in keyof Row]: Row[Column] | null }

const storedParts = (row: Pick<Stored<CourseSumRow>, 'slots' | 'stops' | 'slots_done'>) => ({
  watched: numbersIn(row.slots),
  stopped: numbersIn(row.stops),
  watchedAndDone: row.slots_done ?? 0,
})

/** What the job has stored, for the courses and playlists of `figures`. */
export async function storedFigures(db: Db, figures: Figures): Promise<Figures> {
  const courses = await db
    .selectFrom('courses')
    .leftJoin('course_sums', 'course_sums.course_id', 'courses.id')
    .selectAll('course_sums')
    .select(['courses.id', 'courses.source', 'courses.source_key', 'courses.video_id'])
    .execute()
  const playlists = await db.selectFrom('playlist_sums').selectAll().execute()
  const storedCourses = courses.map((row) => {
    const { learners, done, watched_s: seconds, furthest, furthest_finished: furthestFinished } = row
    if (
      learners === null ||
      done === null ||
      seconds === null ||
      furthest === null ||
      furthestFinished === null
    )
      return [row.id, NO_COURSE] as const
    const parts = row.key === videoKeyIn(row) ? storedParts(row) : {}
    const sums = { learners, done, seconds, furthest, furthestFinished }
    return [row.id, { ...NO_COURSE, ...sums, ...parts }] as const
  })
  const sums = new Map(playlists.map((row) => [row.playlist_id, row]))
  const storedPlaylists = Object.keys(figures.playlists).map((id) => {
    const { learners = 0, named = 0, finished = 0, done = 0, watched_s: seconds = 0 } = sums.get(id) ?? {}
    return [id, { learners, named, finished, done, seconds }] as const
  })
  return { courses: Object.fromEntries(storedCourses), playlists: Object.fromEntries(storedPlaylists) }
}
