import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import type { Schema } from './data/schema.ts'
import { addDailyMails } from './features/notifications/daily.ts'
import { notifyBatchOfFollowers } from './features/notifications/publishing.ts'
import { findOriginal } from './features/video/uploads.queries.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from './test-app.ts'
import { type Fixtures, insertFixtures } from './test-fixtures.ts'
import { insertGroup } from './test-groups.ts'
import { VALID_INPUTS } from './test-inputs.ts'
import { SILENT_PROVIDER } from './test-provider-inputs.ts'
import { insertCourse, insertPlaylist } from './test-publications.ts'
import { restrictPlaylist } from './test-restricted.ts'

const DAY = 86_400_000

/** Adds a second row to every list, so that it has a second page. */
async function addSeconds({ testApp, users, ids }: Fixtures): Promise<void> {
  const { owner, Student } = users
  const saved = await insertPlaylist(testApp, { teacher: owner, title: 'More HTML' })
  for (const title of ['Next steps', 'Last steps']) {
    const courseId = await insertCourse(testApp, { playlistId: ids.playlistId ?? '', title })
    await Student.request('POST', `/api/courses/${courseId}/like`)
    await Student.request('POST', '/api/notes', { courseId: ids.courseId, at: 95, text: title })
    const question = { text: title, courseId: ids.courseId, question: true, at: 95 }
    await Student.request('POST', '/api/comments', question)
  }
  const courseId = await insertCourse(testApp, { playlistId: saved, title: 'First steps' })
  await insertCourse(testApp, { playlistId: saved, title: 'Last steps' })
  for (const id of [courseId, ids.courseId]) {
    await Student.request('PUT', `/api/progress/${id}/done`, { done: true })
  }
  await Student.request('POST', `/api/users/savePlaylist/${saved}`)
  ids.membersId = await addForMembers(testApp, owner)
  for (const name of ['Ada Lovelace', 'Ada Lovelace the younger']) await testApp.user(name, 'Teacher')
  await Student.request('POST', '/api/comments', { text: 'A second one.', courseId: ids.courseId })
}

/** A playlist for members in which "hello world" is said. */
async function addForMembers(testApp: TestApp, owner: TestUser): Promise<string> {
  const playlistId = await insertPlaylist(testApp, { teacher: owner, title: 'HTML for members' })
  const courseId = await insertCourse(testApp, { playlistId })
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello world\n'
  const file = { field: 'file', bytes: Buffer.from(vtt) }
  await owner.request('PUT', `/api/courses/${courseId}/captions/en`, new Upload({}, file))
  await restrictPlaylist(testApp, playlistId, { visibility: 'members' })
  await testApp.context.jobs.runDue()
  return playlistId
}

type Who = keyof Fixtures['users'] | 'visitor'
type Path = [who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, input?: CallName]

function searchPaths(): Path[] {
  const playlists = ['html&limit=1', 'learm', 'nothing'].map((q) => `/api/playlists/search-playlist?q=${q}`)
  const teachers = ['', '&q=love', '&q=love%20ada', '&q=lovelcae'].map(
    (q) => `/api/users/teacherSearch?limit=1${q}`,
  )
  return (['visitor', 'Student'] as const).flatMap((who) =>
    [...playlists, ...teachers].map((address): Path => [who, 'GET', address]),
  )
}

/** Playlists that only a group of the student sees, and one for people with the link. */
async function addRestricted({ testApp, users, ids }: Fixtures): Promise<void> {
  const { owner, Student } = users
  const groupId = await insertGroup(testApp, { members: [Student] })
  for (const title of ['For the class', 'More for the class']) {
    const id = await insertPlaylist(testApp, { teacher: owner, title })
    await insertCourse(testApp, { playlistId: id, title })
    await restrictPlaylist(testApp, id, { visibility: 'groups', groupIds: [groupId] })
    Object.assign(ids, { restrictedId: id, groupId })
  }
  const unlistedId = await insertPlaylist(testApp, { teacher: owner, title: 'With a link' })
  await testApp.db
    .updateTable('playlists')
    .set({ visibility: 'unlisted' })
    .where('id', '=', unlistedId)
    .execute()
  Object.assign(ids, { unlistedId })
}

/** What a member of a group finds, and what its teacher does with the audience. */
function audiencePaths(ids: Fixtures['ids']): Path[] {
  return [
    ...['', 'sort=popular&', 'sort=title&', 'category=development&', 'category=development&sort=title&'].map(
      (query): Path => ['Student', 'GET', `/api/playlists?${query}limit=1`],
    ),
    ['Student', 'GET', `/api/playlists/${ids.restrictedId}`],
    ['Student', 'GET', `/api/playlists/teacher/${ids.teacherId}?limit=1`],
    ['Student', 'GET', `/api/users/profile/${ids.teacherId}`],
    ['owner', 'GET', `/api/playlists/teacher/${ids.teacherId}?limit=1`],
    ['owner', 'GET', `/api/playlists/${ids.unlistedId}`],
    ['owner', 'GET', `/api/audience?visibility=unlisted&playlistId=${ids.playlistId}`],
    ['admin', 'GET', `/api/audience?visibility=groups&groups=${ids.groupId}&playlistId=${ids.playlistId}`],
    ['owner', 'POST', `/api/playlists/${ids.unlistedId}/link`, 'visibility.newLink'],
    ['admin', 'PUT', `/api/playlists/${ids.restrictedId}/visibility`, 'visibility.change'],
  ]
}

/** Threads, notes and progress. */
function learningPaths(ids: Fixtures['ids']): Path[] {
  const threads = `/api/courses/${ids.courseId}/threads?limit=1`
  return [
    ...['newest', 'top', 'moment'].flatMap((sort) =>
      ['all', 'questions', 'open'].map(
        (filter): Path => ['Student', 'GET', `${threads}&sort=${sort}&filter=${filter}`],
      ),
    ),
    ['owner', 'POST', `/api/comments/${ids.commentId}/like`, 'comments.like'],
    ['Student', 'GET', `/api/captions/${ids.captionsId}`],
    ['visitor', 'GET', '/api/search/moments?q=hello'],
    ['visitor', 'GET', `/api/search/moments?q=hello%20hel&playlistId=${ids.playlistId}`],
    ['Student', 'GET', '/api/search/moments?q=hello'],
    ['Student', 'GET', `/api/search/moments?q=hello%20world&playlistId=${ids.membersId}`],
    ['owner', 'GET', `/api/courses/${ids.courseId}/captions`],
    ['Student', 'GET', `/api/notes?courseId=${ids.courseId}&limit=1`],
    ['Student', 'GET', '/api/notes?limit=1'],
    ['Student', 'GET', `/api/notes/export?playlistId=${ids.playlistId}`],
    ['Student', 'POST', '/api/notes', 'notes.create'],
    ['Student', 'GET', '/api/users/likes?limit=1'],
    ['Student', 'GET', '/api/users/me/player'],
    ['Student', 'PUT', '/api/users/me/player', 'users.setPlayer'],
    ['Student', 'PUT', `/api/progress/${ids.courseId}`, 'progress.save'],
    ['other teacher', 'PUT', `/api/progress/${ids.courseId}`, 'progress.save'],
    ['owner', 'PUT', `/api/progress/${ids.courseId}`, 'progress.save'],
    ['Student', 'POST', '/api/progress/merge', 'progress.merge'],
    ['Student', 'GET', `/api/progress/${ids.playlistId}?course=${ids.courseId}`],
    ['Student', 'GET', '/api/home'],
    ['Student', 'GET', '/api/users/me/comments?limit=1'],
    ['Student', 'GET', '/api/learning/days?from=2026-01-01'],
    ['Student', 'GET', `/api/learning/summary/${ids.playlistId}`],
    ['Student', 'GET', '/api/progress?kind=continue&limit=1'],
    ['Student', 'GET', '/api/progress?kind=history&limit=1'],
    ['Student', 'GET', '/api/progress?kind=done&limit=1'],
    ['Student', 'PUT', `/api/progress/${ids.courseId}/done`, 'progress.done'],
    ['Student', 'PUT', `/api/progress/${ids.courseId}/change-seen`],
    ['Student', 'PUT', `/api/progress/${ids.playlistId}/hidden`, 'progress.hide'],
    ['Student', 'DELETE', `/api/progress/${ids.courseId}`],
    ['Student', 'DELETE', '/api/progress'],
  ]
}

/** The review desk, the history and what teachers do with their versions. */
function reviewPaths(ids: Fixtures['ids']): Path[] {
  const day = new Date().toISOString().slice(0, 10)
  return [
    ['visitor', 'GET', '/api/review/waiting-time'],
    ['owner', 'GET', `/api/playlists/${ids.playlistId}`],
    ['admin', 'GET', '/api/playlists?stage=draft&limit=1'],
    ['admin', 'GET', '/api/courses?stage=draft&limit=1'],
    ...[
      '',
      'kind=course&',
      `teacher=${ids.teacherId}&`,
      `playlist=${ids.playlistId}&`,
      'state=submitted&',
    ].map((query): Path => ['admin', 'GET', `/api/review?${query}limit=1`]),
    ['admin', 'GET', `/api/review/${ids.revisionId}`],
    ['admin', 'POST', `/api/review/${ids.revisionId}/claim`, 'review.claim'],
    ['admin', 'POST', `/api/review/${ids.revisionId}/notes`, 'review.note'],
    ['admin', 'POST', `/api/review/${ids.revisionId}/decide`, 'review.decide'],
    ['owner', 'PUT', `/api/courses/${ids.playlistId}/${ids.courseId}`, 'courses.update'],
    ['owner', 'POST', `/api/playlists/${ids.playlistId}/withdraw`],
    ...['approved', 'changes', 'rejected', 'automatic'].map(
      (state): Path => ['admin', 'GET', `/api/review?state=${state}&limit=1`],
    ),
    ['owner', 'GET', `/api/playlists/${ids.playlistId}/decisions?limit=1`],
    ['owner', 'GET', `/api/playlists/${ids.playlistId}/decisions?course=${ids.courseId}&limit=1`],
    ['Student', 'POST', '/api/reports', 'reports.create'],
    ['admin', 'GET', '/api/admin/reports?limit=1'],
    ['admin', 'GET', '/api/audit?limit=1'],
    ...[`user=${ids.adminId}`, 'action=course.decided', `day=${day}`].map(
      (query): Path => ['admin', 'GET', `/api/audit?${query}&limit=1`],
    ),
  ]
}

/** A teacher's table of playlists, and what waits for the teacher. */
function ownListPaths(ids: Fixtures['ids']): Path[] {
  return [
    ...audiencePaths(ids),
    ...[
      'sort=changed',
      'sort=title',
      'sort=videos',
      'q=html&sort=title',
      'stage=approved&sort=changed',
      'stage=scheduled&sort=videos',
      'needs=true&sort=changed',
    ].map((query): Path => ['owner', 'GET', `/api/playlists/teacher/${ids.teacherId}?${query}&limit=1`]),
    ['owner', 'GET', '/api/teaching/needs'],
    ['owner', 'GET', '/api/teaching/analytics?limit=1'],
    ['owner', 'GET', `/api/teaching/analytics/${ids.playlistId}`],
    ['owner', 'GET', `/api/teaching/analytics/${ids.playlistId}/${ids.courseId}`],
    ...['sort=last', 'sort=done', 'sort=name', 'sort=name&q=a'].map(
      (query): Path => [
        'owner',
        'GET',
        `/api/teaching/analytics/${ids.playlistId}/learners?${query}&limit=1`,
      ],
    ),
    ['admin', 'GET', '/api/admin/numbers'],
    ['owner', 'GET', '/api/users/me/privacy'],
    ['owner', 'PUT', '/api/users/me/privacy', 'privacy.update'],
    ['admin', 'GET', '/api/admin/overview'],
    ['visitor', 'GET', '/api/setup'],
    ['visitor', 'GET', '/api/figures'],
    ['owner', 'GET', `/api/figures/${ids.userId}`],
  ]
}

/** Passkeys and the second step. */
function signInPaths(ids: Fixtures['ids']): Path[] {
  return [
    ['visitor', 'POST', '/api/auth/passkeys/options', 'passkeys.options'],
    ['visitor', 'POST', '/api/auth/passkeys/login', 'passkeys.login'],
    ['visitor', 'POST', '/api/auth/second', 'secondStep.verify'],
    ['owner', 'GET', '/api/auth/passkeys'],
    ['owner', 'PUT', `/api/auth/passkeys/${ids.passkeyId}`, 'passkeys.update'],
    ['owner', 'DELETE', `/api/auth/passkeys/${ids.passkeyId}`, 'passkeys.remove'],
    ['visitor', 'GET', '/api/auth/oidc/sso/callback?state=x'],
    ['visitor', 'POST', '/api/auth/ticket', 'provider.ticket'],
    ['visitor', 'POST', '/api/auth/oidc/signup', 'provider.signUp'],
    ['visitor', 'POST', '/api/auth/login-link', 'provider.useLink'],
    ['owner', 'GET', '/api/auth/identities'],
    ['owner', 'DELETE', '/api/auth/identities/sso', 'provider.disconnect'],
    ['Student', 'GET', '/api/auth/second'],
    ['Student', 'POST', '/api/auth/recovery-codes', 'secondStep.recoveryCodes'],
    ['Student', 'DELETE', '/api/auth/totp', 'secondStep.endTotp'],
  ]
}

/** The bell, what it counts, and following. */
function notificationPaths(ids: Fixtures['ids']): Path[] {
  return [
    ['owner', 'GET', '/api/notifications?limit=1'],
    ['owner', 'PUT', '/api/notifications/read', 'notifications.read'],
    ['Student', 'GET', '/api/notifications/settings'],
    ['Student', 'PUT', '/api/notifications/settings', 'notifications.setSettings'],
    ['visitor', 'POST', '/api/unsubscribe', 'notifications.unsubscribe'],
    ['Student', 'PUT', `/api/follows/playlists/${ids.playlistId}`],
    ['Student', 'PUT', `/api/follows/teachers/${ids.teacherId}`],
    ['Student', 'GET', '/api/follows'],
    ['Student', 'POST', `/api/users/savePlaylist/${ids.playlistId}`],
    ['admin', 'POST', `/api/courses/approve-course/${ids.courseId}`, 'approval.course'],
  ]
}

/** The search of people, and the page of one. */
function peoplePaths(ids: Fixtures['ids']): Path[] {
  return [
    ...['q=ada', 'q=ada%20love', 'role=Teacher', `group=${ids.groupId}`].map(
      (query): Path => ['admin', 'GET', `/api/admin/users?${query}&limit=1`],
    ),
    ...['suspended', 'deleted'].map(
      (state): Path => ['admin', 'GET', `/api/admin/users?state=${state}&limit=1`],
    ),
    ['admin', 'GET', `/api/admin/users/${ids.teacherId}`],
  ]
}

/** The most frequent requests, and an admin's tables by every sort. */
function hotPaths({ ids }: Fixtures): Path[] {
  const sorted = (list: string, sorts: string[]) =>
    sorts.flatMap((sort) =>
      ['asc', 'desc'].map(
        (order): Path => ['admin', 'GET', `/api/${list}sort=${sort}&order=${order}&limit=1`],
      ),
    )
  return [
    ...reviewPaths(ids),
    ['visitor', 'GET', '/api/site'],
    ['visitor', 'GET', '/api/legal/terms'],
    ['Student', 'GET', '/api/consents'],
    ['Student', 'POST', '/api/consents', 'consents.accept'],
    ['owner', 'GET', '/api/users/me/uploads'],
    ['owner', 'GET', `/api/videos/${ids.videoId}`],
    ['visitor', 'GET', '/api/playlists?limit=1'],
    ['visitor', 'GET', '/api/playlists?sort=popular&limit=1'],
    ['visitor', 'GET', '/api/playlists?sort=title&limit=1'],
    ['visitor', 'GET', '/api/playlists?category=development&limit=1'],
    ['visitor', 'GET', '/api/playlists?category=development&sort=popular&limit=1'],
    ['visitor', 'GET', '/api/playlists?category=development&sort=title&limit=1'],
    ['visitor', 'GET', `/api/playlists/${ids.playlistId}`],
    ['visitor', 'GET', `/api/playlists/${ids.playlistId}/courses?limit=1`],
    ['visitor', 'GET', `/api/playlists/teacher/${ids.teacherId}?limit=1`],
    ['visitor', 'GET', `/api/users/profile/${ids.teacherId}`],
    ['visitor', 'GET', '/api/categories'],
    ['admin', 'GET', '/api/categories'],
    ['admin', 'GET', '/api/playlists?status=pending&category=development&limit=1'],
    ['admin', 'GET', '/api/courses?status=pending&limit=1'],
    ['admin', 'GET', '/api/users/profile?role=Student&limit=1'],
    ...searchPaths(),
    ['visitor', 'POST', '/api/auth/register', 'auth.register'],
    ['visitor', 'POST', '/api/auth/login', 'auth.login'],
    ['visitor', 'GET', '/api/auth/options'],
    ['visitor', 'POST', '/api/auth/forgot', 'auth.forgot'],
    ['visitor', 'POST', '/api/auth/verify', 'auth.verify'],
    ['Student', 'POST', '/api/auth/verify/again', 'auth.verifyAgain'],
    ['Student', 'GET', '/api/users/me/mail'],
    ['owner', 'GET', `/api/playlists/teacher/${ids.teacherId}?limit=1`],
    ...ownListPaths(ids),
    ['owner', 'PUT', `/api/playlists/${ids.playlistId}/grid`, 'outline.grid'],
    ['owner', 'PUT', `/api/playlists/${ids.playlistId}/outline`, 'outline.save'],
    ['Student', 'GET', `/api/courses/${ids.playlistId}/${ids.courseId}`],
    ['Student', 'GET', `/api/comments?courseId=${ids.courseId}&limit=1`],
    ['Student', 'POST', `/api/courses/${ids.courseId}/like`, 'likes.like'],
    ['Student', 'POST', '/api/comments', 'comments.create'],
    ['Student', 'POST', `/api/users/savePlaylist/${ids.playlistId}`],
    ['Student', 'GET', '/api/users/savedPlaylists?limit=1'],
    ['Student', 'DELETE', `/api/users/savedPlaylists/${ids.playlistId}`],
    ['Student', 'GET', '/api/auth/sessions'],
    ...signInPaths(ids),
    ...learningPaths(ids),
    ...sorted('playlists?', ['created', 'title', 'status', 'popular', 'creator']),
    ...sorted('courses?', ['created', 'title', 'status', 'playlist', 'creator']),
    ...sorted('users/profile?', ['name', 'email', 'role', 'created']),
    ...sorted('admin/users?', ['name', 'email', 'created']),
    ...peoplePaths(ids),
    ...notificationPaths(ids),
    ['admin', 'POST', `/api/admin/reports/${ids.reportId}/decide`, 'reports.decide'],
    ['Student', 'POST', '/api/auth/logout'],
  ]
}

function requestAs(fixtures: Fixtures, who: Who): TestUser['request'] {
  return who === 'visitor' ? fixtures.testApp.request : fixtures.users[who].request
}

/** Requests a path and the second page of its list; both must succeed. */
async function walk(fixtures: Fixtures, [who, method, address, input]: Path): Promise<void> {
  const { body, headers } = (input && (await VALID_INPUTS[input]?.(fixtures))) ?? {}
  const answer = await requestAs(fixtures, who)(method, address, body, headers)
  expect(answer.statusCode, `${method} ${address}: ${answer.body}`).toBeLessThan(400)
  const { nextCursor } = answer.body.startsWith('{') ? answer.json() : {}
  if (typeof nextCursor !== 'string') return
  const next = await requestAs(fixtures, who)('GET', `${address}&cursor=${nextCursor}`)
  expect(next.statusCode, next.body).toBe(200)
}

/** The jobs of what was published and of the daily mail. */
async function workForFollowers({ testApp: { db, context }, ids }: Fixtures): Promise<void> {
  const { playlistId = '', courseId = '' } = ids
  for (const table of ['playlists', 'courses'] as const)
    await db
      .updateTable(table)
      .set({ status: 'approved' })
      .where('id', 'in', [playlistId, courseId])
      .execute()
  const { signal } = new AbortController()
  for (const isNew of [true, false])
    await notifyBatchOfFollowers(context, { playlistId, isNew, courses: [courseId] }, signal)
  await addDailyMails(db, { now: Date.now() + 2 * DAY })
}

/** A site for the hot paths, with two rows in each list. */
export async function openWalk(database?: Kysely<Schema>): Promise<() => Promise<void>> {
  const environment = { MAIL_OUTBOX: 'true', VERIFY_EMAIL: 'remind' }
  const testApp = await openTestApp({
    environment: { ...SILENT_PROVIDER, ...environment },
    ...(database && { database }),
  })
  const fixtures = await insertFixtures(testApp, { visibility: 'seen', saved: false })
  await addSeconds(fixtures)
  await addRestricted(fixtures)
  return async () => {
    for (const path of hotPaths(fixtures)) await walk(fixtures, path)
    await workForFollowers(fixtures)
    // The walk has no failed video to try again.
    const { videoId = '', teacherId = '' } = fixtures.ids
    await findOriginal(testApp.db, { id: videoId, owner_id: teacherId })
  }
}
