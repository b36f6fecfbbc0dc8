import { type Db, transaction } from '#server/data/database.ts'
import { isId } from '#server/data/ids.ts'
import { deleteAllProgress, deleteProgress, deleteSummary, newestLeft } from './forget.queries.ts'
import { lockSaver, readSummary, writeSummary } from './save.queries.ts'

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
