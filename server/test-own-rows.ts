import { newId } from './data/ids.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { insertFollows, insertNotifications } from './test-follows.ts'
import { VIDEO } from './test-progress.ts'

interface Surroundings {
  playlistId: string
  courseId: string
  commentId: string
  teacherId: string
  saved: boolean
}

/** What each user has of their own: a second session, progress, a notification, perhaps saves and follows. */
export async function insertOwnRows(
  testApp: TestApp,
  users: TestUser[],
  { playlistId, courseId, commentId, teacherId, saved }: Surroundings,
): Promise<void> {
  const userIds = users.map(({ id }) => id)
  await insertSessions(testApp, userIds)
  await insertNotifications(testApp, { userIds, commentId })
  await insertProgress(testApp, { userIds, playlistId, courseId })
  if (!saved) return
  for (const userId of userIds) {
    await insertSave(testApp, { userId, playlistId })
    await insertFollows(testApp, { userId, playlistId, teacherId })
  }
}

/** A second session of each user, which a test can end. */
async function insertSessions({ db }: TestApp, userIds: string[]): Promise<void> {
  const at = new Date().toISOString()
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const times = { created_at: at, last_used_at: at, expires_at }
  const rows = userIds.map((userId) => {
    const id = newId()
    return { id, token_hash: id, user_id: userId, network: '127.0.0.1', agent: 'elsewhere', ...times }
  })
  await db.insertInto('sessions').values(rows).execute()
}

async function insertSave({ db }: TestApp, save: { userId: string; playlistId: string }): Promise<void> {
  const row = { id: newId(), user_id: save.userId, playlist_id: save.playlistId }
  await db.insertInto('saves').values(row).execute()
}

/** Five watched seconds of a course that each user has marked as done, which a test can hide or delete. */
async function insertProgress(
  { db }: TestApp,
  { userIds, playlistId, courseId }: { userIds: string[]; playlistId: string; courseId: string },
): Promise<void> {
  const updated_at = '2026-01-01T00:00:00.000Z'
  const watched = {
    course_id: courseId,
    video_key: VIDEO,
    at_s: 5,
    duration_s: 100,
    seconds: Buffer.from([0b11111]),
    watched_s: 5,
    updated_at,
    done_at: new Date().toISOString(),
    done_by: 'hand' as const,
  }
  const last = { playlist_id: playlistId, last_course_id: courseId, done_count: 1, updated_at }
  await db
    .insertInto('progress')
    .values(userIds.map((user_id) => ({ user_id, ...watched })))
    .execute()
  await db
    .insertInto('playlist_progress')
    .values(userIds.map((user_id) => ({ user_id, ...last })))
    .execute()
}
