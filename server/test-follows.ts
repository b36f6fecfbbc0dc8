import { newId } from './data/ids.ts'
import type { TestApp } from './test-app.ts'

/** The user follows the playlist and the teacher. */
export async function insertFollows(
  { db }: TestApp,
  follow: { userId: string; playlistId: string; teacherId: string },
): Promise<void> {
  const row = { user_id: follow.userId, created_at: new Date().toISOString() }
  await db
    .insertInto('follows')
    .values([
      { ...row, playlist_id: follow.playlistId, teacher_id: null },
      { ...row, playlist_id: null, teacher_id: follow.teacherId },
    ])
    .execute()
}

/** An unread notification. */
export async function insertNotification(
  { db }: TestApp,
  { userId, commentId }: { userId: string; commentId: string },
): Promise<void> {
  await db
    .insertInto('notifications')
    .values({
      id: newId(),
      user_id: userId,
      kind: 'reply',
      subject_kind: 'comment',
      subject_id: commentId,
      group_id: commentId,
      data: '{}',
      created_at: new Date().toISOString(),
    })
    .execute()
}
