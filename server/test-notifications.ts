import type { z } from 'zod'
import type { Notification, notificationsApi } from '#contract/notifications/notifications.ts'
import { openTestApp, type TestApp, type TestUser } from './test-app.ts'
import { insertCourse, insertPlaylist } from './test-publications.ts'

type Caller = Pick<TestUser, 'request'>

/** The answer of `GET /api/notifications`. */
export async function notificationsOf(
  { request }: Caller,
  query = '',
): Promise<z.infer<typeof notificationsApi.list.reply>> {
  return (await request('GET', `/api/notifications${query}`)).json()
}

/** The kinds in a user's list, newest first. */
export async function kindsOf(user: Caller): Promise<Notification['kind'][]> {
  return (await notificationsOf(user)).notifications.map(({ kind }) => kind)
}

/** A public course of Ada's, with people who may talk about it. */
export async function openSchool(options: Parameters<typeof openTestApp>[0] = {}) {
  const testApp = await openTestApp(options)
  const teacher = await testApp.user('Ada', 'Teacher')
  const playlistId = await insertPlaylist(testApp, { teacher, title: 'How JavaScript Really Works' })
  const courseId = await insertCourse(testApp, { playlistId, title: 'Closures' })
  await announceAll(testApp)
  return {
    testApp,
    teacher,
    playlistId,
    courseId,
    sam: await testApp.user('Sam'),
    ann: await testApp.user('Ann'),
    admin: await testApp.user('Root', 'Other', { isAdmin: true }),
  }
}

/** What is public now is not new. */
export async function announceAll({ db }: TestApp): Promise<void> {
  const announced_at = new Date().toISOString()
  for (const table of ['playlists', 'courses'] as const)
    await db.updateTable(table).set({ announced_at }).execute()
}

interface Said {
  courseId: string
  text?: string
  question?: boolean
  parentId?: string
}

/** Posts a comment; gives its id. */
export async function say({ request }: Caller, { text = 'Nice.', ...comment }: Said): Promise<string> {
  const answer = await request('POST', '/api/comments', { text, ...comment })
  return answer.json().comment._id
}

export async function setKind(
  { request }: Caller,
  setting: { kind: Notification['kind']; app: boolean; mail: 'now' | 'daily' | 'never' },
): Promise<void> {
  await request('PUT', '/api/notifications/settings', { settings: [setting] })
}
