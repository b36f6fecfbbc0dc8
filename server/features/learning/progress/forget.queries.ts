import type { Db } from '#server/data/database.ts'

interface OfCourse {
  userId: string
  courseId: string
}

/** Returns the playlist of the course, if there was progress. */
export async function deleteProgress(trx: Db, { userId, courseId }: OfCourse): Promise<string | undefined> {
  const deleted = await trx
    .deleteFrom('progress')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .returning(({ selectFrom }) =>
      selectFrom('courses')
        .select('courses.playlist_id')
        .whereRef('courses.id', '=', 'progress.course_id')
        .as('playlist_id'),
    )
    .executeTakeFirst()
  return deleted?.playlist_id ?? undefined
}

/** The newest progress that is left in a playlist, which has at most some hundred videos. */
export async function newestLeft(trx: Db, { userId, playlistId }: { userId: string; playlistId: string }) {
  const left = await trx
    .selectFrom('progress')
    .innerJoin('courses', 'courses.id', 'progress.course_id')
    .select(['progress.course_id', 'progress.updated_at'])
    .where('progress.user_id', '=', userId)
    .where('courses.playlist_id', '=', playlistId)
    .execute()
  return left.toSorted((one, other) => other.updated_at.localeCompare(one.updated_at))[0]
}

export async function deleteSummary(
  trx: Db,
  { userId, playlistId }: { userId: string; playlistId: string },
): Promise<void> {
  await trx
    .deleteFrom('playlist_progress')
    .where('user_id', '=', userId)
    .where('playlist_id', '=', playlistId)
    .execute()
}

/** The credit stays: forgetting must not give a user new seconds. */
export async function deleteAllProgress(trx: Db, userId: string): Promise<void> {
  await trx.deleteFrom('progress').where('user_id', '=', userId).execute()
  await trx.deleteFrom('playlist_progress').where('user_id', '=', userId).execute()
  await trx.deleteFrom('learning_days').where('user_id', '=', userId).execute()
}

/** Hides a playlist from "Continue watching" or shows it again; the next save shows it anyway. */
export async function hidePlaylist(
  db: Db,
  { userId, playlistId, hidden }: { userId: string; playlistId: string; hidden: boolean },
): Promise<void> {
  await db
    .updateTable('playlist_progress')
    .set({ hidden_at: hidden ? new Date().toISOString() : null })
    .where('user_id', '=', userId)
    .where('playlist_id', '=', playlistId)
    .execute()
}
