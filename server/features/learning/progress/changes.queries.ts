import type { Db } from '#server/data/database.ts'

/** The user has seen what changed in a course. Without progress there is nothing to confirm. */
export async function confirmChange(
  db: Db,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<void> {
  await db
    .updateTable('progress')
    .set({ change_seen_at: new Date().toISOString() })
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .execute()
}
