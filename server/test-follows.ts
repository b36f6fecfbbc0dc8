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

/** An unread notification of each user. */
export async function insertNotifications(
  { db }: TestApp,
  { userIds, commentId }: { userIds: string[]; commentId: string },
): Promise<void> {
  const row = {
    kind: 'reply',
    subject_kind: 'comment',
    subject_id: commentId,
    group_id: commentId,
    data: '{}',
    created_at: new Date().toISOString(),
  } as const
  await db
    .insertInto('notifications')
    .values(userIds.map((userId) => ({ id: newId(), user_id: userId, ...row })))
    .execute()
}
