import { videoKeyOf } from '#contract/video/video-key.ts'
import type { Db } from '#server/data/database.ts'
import { newId } from '#server/data/ids.ts'
import { dateIn, SITE_TIME_ZONE } from '#server/data/time-zones.ts'
import { NO_BITS, withRanges } from '#server/features/learning/progress/bits.ts'
import { addToDay } from '#server/features/learning/progress/days.queries.ts'
import type { DemoLearning, DemoStarted } from './content.ts'
import { createdAt, type InsertedCourse, type InsertedPlaylist } from './playlists.ts'

const HOUR = 3_600_000
const PART = 0.4

interface Audience {
  playlists: InsertedPlaylist[]
  students: string[]
  learning: DemoLearning
}

/** Inserts half-finished and finished playlists of all students, and notes, bookmarks and answered questions of the first one. */
export async function insertLearning(trx: Db, { playlists, students, learning }: Audience): Promise<void> {
  const started = learning.started.flatMap((each) => {
    const playlist = playlists.find(({ title }) => title === each.playlist)
    if (!playlist) return []
    const courses = playlist.courses.filter(({ isPublic }) => isPublic)
    return { ...each, playlist: { ...playlist, courses } }
  })
  for (const userId of students) {
    for (const [index, { playlist, done }] of started.entries()) {
      const lastSaved = Date.now() - (index + 1) * 20 * HOUR
      await insertProgress(trx, { userId, playlist, done, lastSaved })
    }
  }
  const [userId, ...likedBy] = students
  if (userId === undefined) return
  for (const each of started) await insertTexts(trx, { userId, likedBy, started: each })
  await insertDays(trx, userId, learning.minutes)
}

const DAY = 24 * HOUR

/** Inserts the days on which the student watched. The older ones are about videos that are watched again since. */
async function insertDays(trx: Db, userId: string, minutes: readonly number[]): Promise<void> {
  for (const [index, each] of minutes.entries()) {
    const day = dateIn(SITE_TIME_ZONE, Date.now() - (index + 1) * DAY)
    await addToDay(trx, { user_id: userId, day, seconds: each * 60 })
  }
}

type StartedPlaylist = Omit<DemoStarted, 'playlist'> & { playlist: InsertedPlaylist }

/** What the student has written below the course that is half watched, or the last one of a finished playlist. */
async function insertTexts(
  trx: Db,
  { userId, likedBy, started }: { userId: string; likedBy: string[]; started: StartedPlaylist },
): Promise<void> {
  const { playlist, done, notes, question } = started
  const courseId = (playlist.courses[done] ?? playlist.courses.at(-1))?.id
  if (courseId === undefined) return
  await insertNotes(trx, { userId, courseId, notes })
  if (question)
    await insertQuestion(trx, { userId, teacherId: playlist.teacherId, courseId, question, likedBy })
}

interface Started {
  userId: string
  playlist: InsertedPlaylist
  done: number
  lastSaved: number
}

async function insertProgress(trx: Db, { userId, playlist, done, lastSaved }: Started): Promise<void> {
  const watched = playlist.courses.slice(0, done + 1)
  const rows = watched.map((course, index) => {
    const isDone = index < done
    const seconds = course.seconds ?? 600
    const at = isDone ? seconds : Math.floor(seconds * PART)
    const time = new Date(lastSaved - (done - index) * HOUR).toISOString()
    return {
      ...watchedRow(course, at),
      user_id: userId,
      updated_at: time,
      done_at: isDone ? time : null,
      done_by: isDone ? ('watched' as const) : null,
    }
  })
  await trx.insertInto('progress').values(rows).execute()
  for (const { updated_at, watched_s } of rows) {
    const day = dateIn(SITE_TIME_ZONE, Date.parse(updated_at))
    await addToDay(trx, { user_id: userId, day, seconds: watched_s })
  }
  await trx
    .insertInto('playlist_progress')
    .values({
      user_id: userId,
      playlist_id: playlist.id,
      last_course_id: watched.at(-1)?.id ?? null,
      done_count: rows.filter(({ done_at }) => done_at !== null).length,
      updated_at: new Date(lastSaved).toISOString(),
    })
    .execute()
}

/** Reports no duration, so that the first real player decides it. */
function watchedRow({ id, video }: InsertedCourse, at: number) {
  const { bits, gained } = withRanges(NO_BITS, [[0, at]], at)
  return {
    course_id: id,
    video_key: videoKeyOf(video),
    at_s: at,
    duration_s: 0,
    seconds: bits,
    watched_s: gained,
  }
}

interface Writing {
  userId: string
  courseId: string
}

async function insertNotes(
  trx: Db,
  { userId, courseId, notes }: Writing & Pick<DemoStarted, 'notes'>,
): Promise<void> {
  const rows = notes.map(({ atSeconds, text }, index) => {
    const time = Date.now() - (20 - index) * HOUR
    return {
      id: newId(time),
      user_id: userId,
      course_id: courseId,
      at_s: atSeconds,
      text,
      bookmark: text === '' ? 1 : 0,
      ...createdAt(time),
    }
  })
  if (rows.length > 0) await trx.insertInto('notes').values(rows).execute()
}

interface Asking extends Writing {
  teacherId: string
  question: NonNullable<DemoStarted['question']>
  likedBy: string[]
}

async function insertQuestion(
  trx: Db,
  { userId, teacherId, courseId, question: told, likedBy }: Asking,
): Promise<void> {
  const asked = Date.now() - 18 * HOUR
  const [question, answer, thanks] = [asked, asked + HOUR, asked + 2 * HOUR].map((time) => ({
    id: newId(time),
    course_id: courseId,
    ...createdAt(time),
  }))
  if (!(question && answer && thanks)) return
  const about = { text: told.text, at_s: told.atSeconds, is_question: 1 }
  await trx
    .insertInto('comments')
    .values({ ...question, ...about, user_id: userId })
    .execute()
  await trx
    .insertInto('comments')
    .values([
      { ...answer, user_id: teacherId, text: told.answer, parent_id: question.id },
      { ...thanks, user_id: userId, text: told.thanks, parent_id: question.id },
    ])
    .execute()
  await trx
    .updateTable('comments')
    .set({ answered_by: answer.id, accepted_at: answer.created_at })
    .where('id', '=', question.id)
    .execute()
  await insertCommentLikes(trx, { commentId: question.id, userIds: likedBy })
  await insertCommentLikes(trx, { commentId: answer.id, userIds: [userId, ...likedBy] })
}

async function insertCommentLikes(
  trx: Db,
  { commentId, userIds }: { commentId: string; userIds: string[] },
): Promise<void> {
  if (userIds.length === 0) return
  const created_at = new Date().toISOString()
  await trx
    .insertInto('comment_likes')
    .values(userIds.map((user_id) => ({ comment_id: commentId, user_id, created_at })))
    .execute()
  await trx.updateTable('comments').set({ likes_count: userIds.length }).where('id', '=', commentId).execute()
}
