import { expect, test } from 'vitest'
import { z } from 'zod'
import { deleteUser } from '#server/features/account/users/users.ts'
import { recordFinding } from '#server/features/video-links/checks/findings.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import { stopClock } from '#server/test-clock.ts'
import { kindsOf, notificationsOf, openSchool, say, setKind } from '#server/test-notifications.ts'
import { insertCourse } from '#server/test-publications.ts'
import { insertRevision } from '#server/test-revisions.ts'
import { openMyEvents } from '#server/test-watcher.ts'

test('a teacher hears of comments and questions on their course, and nobody of their own', async () => {
  const { teacher, sam, courseId, playlistId } = await openSchool()
  const pass = stopClock()
  const comment = await say(sam, { courseId, text: 'I redrew the loop.' })
  pass()
  const question = await say(sam, { courseId, text: 'Why does let fix it?', question: true })
  await say(teacher, { courseId })
  const { notifications, unread, total } = await notificationsOf(teacher)
  expect({ unread, total }).toEqual({ unread: 2, total: 2 })
  expect(notifications).toMatchObject([
    {
      kind: 'question',
      subject: { kind: 'comment', _id: question },
      actors: [{ _id: sam.id, username: 'Sam' }],
      actorsCount: 1,
      count: 1,
      title: 'Closures',
      playlist: 'How JavaScript Really Works',
      text: 'Why does let fix it?',
      link: `/watch-video/${playlistId}/${courseId}?comment=${question}`,
      gone: false,
      readAt: null,
    },
    { kind: 'comment', subject: { kind: 'comment', _id: comment }, text: 'I redrew the loop.' },
  ])
  expect(await kindsOf(sam)).toEqual([])
})

test('a reply reaches the author of the thread and of the comment, an answer the asker, and everybody once', async () => {
  const { teacher, sam, ann, courseId } = await openSchool()
  const pass = stopClock()
  const parentId = await say(sam, { courseId })
  const reply = await say(ann, { courseId, parentId })
  pass()
  await say(teacher, { courseId, parentId: reply })
  expect(await kindsOf(sam)).toEqual(['reply'])
  expect((await notificationsOf(sam)).notifications[0]).toMatchObject({ count: 2, actorsCount: 2 })
  expect(await kindsOf(ann)).toEqual(['reply'])
  expect((await notificationsOf(teacher)).notifications).toMatchObject([{ kind: 'comment', count: 2 }])
  const question = await say(ann, { courseId, question: true })
  pass()
  await say(sam, { courseId, parentId: question })
  expect(await kindsOf(ann)).toEqual(['answer', 'reply'])
})

test('unread notifications of one kind about one thing are one entry, and stay one when they are read', async () => {
  const { testApp, teacher, sam, ann, courseId } = await openSchool()
  const pass = stopClock()
  const bea = await testApp.user('Bea')
  for (const person of [sam, ann, bea, sam]) {
    await say(person, { courseId })
    pass()
  }
  const first = await notificationsOf(teacher)
  expect(first.unread).toBe(1)
  expect(first.notifications).toMatchObject([{ kind: 'comment', count: 4, actorsCount: 3 }])
  expect(first.notifications[0]?.actors.map(({ username }) => username)).toEqual(['Sam', 'Bea', 'Ann'])
  const upTo = first.notifications[0]?._id
  const marked = await teacher.request('PUT', '/api/notifications/read', { upTo })
  expect(marked.json()).toMatchObject({ unread: 0 })
  await say(ann, { courseId })
  const { notifications, unread } = await notificationsOf(teacher)
  expect(unread).toBe(1)
  expect(notifications).toMatchObject([
    { count: 1, actors: [{ username: 'Ann' }], readAt: null },
    { count: 4, readAt: expect.any(String) },
  ])
})

test('one entry can be read alone, and nobody reads the entries of others', async () => {
  const { teacher, sam, courseId } = await openSchool()
  const pass = stopClock()
  await say(sam, { courseId })
  pass()
  await say(sam, { courseId, question: true })
  const [question] = (await notificationsOf(teacher)).notifications
  const body = { upTo: question?._id, entry: true }
  await sam.request('PUT', '/api/notifications/read', body)
  expect((await notificationsOf(teacher)).unread).toBe(2)
  expect((await teacher.request('PUT', '/api/notifications/read', body)).json()).toMatchObject({ unread: 1 })
  const { notifications } = await notificationsOf(teacher)
  expect(notifications.map(({ kind, readAt }) => [kind, readAt === null])).toEqual([
    ['question', false],
    ['comment', true],
  ])
})

test('the list goes on after its last notification, and an invalid cursor is rejected', async () => {
  const { testApp, teacher, sam, playlistId } = await openSchool()
  const pass = stopClock()
  for (const title of ['One', 'Two', 'Three']) {
    const courseId = await insertCourse(testApp, { playlistId, title })
    await say(sam, { courseId })
    pass()
  }
  const first = await notificationsOf(teacher, '?limit=2')
  expect(first.notifications.map(({ title }) => title)).toEqual(['Three', 'Two'])
  const second = await notificationsOf(teacher, `?limit=2&cursor=${first.nextCursor}`)
  expect(second.notifications.map(({ title }) => title)).toEqual(['One'])
  expect(second.nextCursor).toBeNull()
  expect((await teacher.request('GET', '/api/notifications?cursor=nothing')).statusCode).toBe(400)
})

test('what is gone or hidden now has neither text nor link', async () => {
  const { testApp, teacher, sam, ann, courseId } = await openSchool()
  const parentId = await say(sam, { courseId })
  const reply = await say(ann, { courseId, parentId, text: 'A secret.' })
  await ann.request('DELETE', `/api/comments/${reply}`)
  const gone = { gone: true, link: null, text: null, title: null, actors: [] }
  expect((await notificationsOf(sam)).notifications).toMatchObject([gone])
  await say(ann, { courseId, parentId, text: 'Another one.' })
  expect((await notificationsOf(sam)).notifications).toMatchObject([{ gone: false, count: 1 }])
  await testApp.db.updateTable('courses').set({ status: 'cancel' }).execute()
  expect((await notificationsOf(sam)).notifications).toMatchObject([gone])
  expect((await notificationsOf(teacher)).notifications[0]).toMatchObject({ title: 'Closures', gone: false })
})

test('nobody is notified of what they may not see', async () => {
  const { testApp, teacher, sam, admin, courseId } = await openSchool()
  const ofSam = await say(sam, { courseId })
  const ofAdmin = await say(admin, { courseId })
  await testApp.db.updateTable('playlists').set({ status: 'pending' }).execute()
  await say(teacher, { courseId, parentId: ofSam })
  await say(teacher, { courseId, parentId: ofAdmin })
  expect(await kindsOf(sam)).toEqual([])
  expect(await kindsOf(admin)).toEqual(['reply'])
})

test('each kind can be turned off in the app and by mail, except for security', async () => {
  const { testApp, teacher, sam, courseId } = await openSchool()
  const read = async () => (await teacher.request('GET', '/api/notifications/settings')).json()
  const before = await read()
  expect(before.settings).toContainEqual({ kind: 'comment', app: true, mail: 'daily' })
  expect(before.settings.map(({ kind }: { kind: string }) => kind)).not.toContain('broken')
  await setKind(teacher, { kind: 'comment', app: false, mail: 'never' })
  expect((await read()).settings).toContainEqual({ kind: 'comment', app: false, mail: 'never' })
  await say(sam, { courseId })
  expect(await kindsOf(teacher)).toEqual([])
  expect(await testApp.db.selectFrom('notifications').selectAll().execute()).toEqual([])
  const off = { settings: [{ kind: 'security', app: false, mail: 'never' }] }
  expect((await teacher.request('PUT', '/api/notifications/settings', off)).json()).toMatchObject({
    message: 'Security notifications are always sent.',
  })
})

test('the settings keep a time zone that exists', async () => {
  const { sam } = await openSchool()
  const set = (timeZone: string) => sam.request('PUT', '/api/notifications/settings', { timeZone })
  expect((await set('Europe/Stockholm')).json()).toMatchObject({
    timeZone: 'Europe/Stockholm',
    dailyAt: '08:00',
  })
  expect((await set('Mars/Olympus')).json()).toMatchObject({
    errors: { timeZone: 'Choose a time zone from the list.' },
  })
})

test('the screens of a user hear at once that there is something new', async () => {
  const { testApp, teacher, sam, courseId } = await openSchool()
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const mine = await openMyEvents(address, teacher)
  await mine.next()
  expect((await mine.next())?.event).toEqual({ type: 'reset' })
  await say(sam, { courseId })
  expect((await mine.next())?.event).toEqual({ type: 'notifications' })
  mine.leave()
})

test('a client that reconnects gets the events of a group that it belongs to', async () => {
  const { testApp, teacher, sam, ann } = await openSchool()
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const { events } = testApp.context
  events.publish({ type: 'users', userIds: [sam.id], event: { type: 'notifications' } })
  const last = events.lastId
  events.publish({ type: 'users', userIds: [ann.id, teacher.id], event: { type: 'notifications' } })
  const mine = await openMyEvents(address, teacher, last)
  await mine.next()
  expect((await mine.next())?.event).toEqual({ type: 'notifications' })
  mine.leave()
})

test('admins hear of what waits for review, and the teacher of the decision', async () => {
  const { testApp, teacher, admin, playlistId } = await openSchool()
  const title = 'Mapped types in plain English'
  const courseId = await insertCourse(testApp, { playlistId, title, status: 'pending' })
  await insertRevision(testApp, { kind: 'course', id: courseId, state: 'draft' })
  await teacher.request('POST', `/api/courses/${courseId}/submit`)
  const [waiting] = (await notificationsOf(admin)).notifications
  expect(waiting).toMatchObject({ kind: 'review_waiting', title, link: '/admin/review' })
  const { items } = (await admin.request('GET', '/api/review')).json()
  const revisionId = items[0]._id
  const changes = { state: 'changes', message: 'Say more.', notes: [{ field: 'title', text: 'Shorter.' }] }
  expect((await admin.request('POST', `/api/review/${revisionId}/decide`, changes)).statusCode).toBe(200)
  expect((await notificationsOf(teacher)).notifications).toMatchObject([
    {
      kind: 'decision',
      title,
      data: { state: 'changes', reasons: 0, notes: 1 },
      link: `/teacher-dashboard/edit-course/${playlistId}/${courseId}`,
    },
  ])
  expect(await kindsOf(admin)).toEqual(['review_waiting'])
})

test('the old calls notify of a decision, too', async () => {
  const { teacher, admin, playlistId } = await openSchool()
  const approve = (status: string) =>
    admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, { isPlaylistApproved: status })
  await approve('approved')
  await approve('processing')
  expect(await kindsOf(teacher)).toEqual([])
  await approve('cancel')
  const { notifications } = await notificationsOf(teacher)
  expect(notifications).toMatchObject([{ kind: 'decision', data: { state: 'rejected' }, gone: false }])
})

test('a teacher hears that a video no longer plays', async () => {
  const { testApp, teacher, courseId } = await openSchool()
  const video = { source: 'youtube', key: 'dQw4w9WgXcQ' } as const
  const found = (hours: number) =>
    recordFinding(testApp.db, video, { finding: 'gone', now: Date.now() + hours * 3_600_000 })
  await found(0)
  expect(await kindsOf(teacher)).toEqual([])
  await found(7)
  await found(14)
  expect((await notificationsOf(teacher)).notifications).toMatchObject([
    { kind: 'video_gone', subject: { kind: 'course', _id: courseId }, count: 1, data: { finding: 'gone' } },
  ])
})

test('admins hear once a day that jobs of a kind fail for good', async () => {
  const { testApp, teacher, admin } = await openSchool()
  const { db, context } = testApp
  const FAILING = jobKind('failing', z.object({}))
  context.jobs.work(FAILING, () => Promise.reject(new Error('No room.')), { limit: 1, lease: 1000 })
  for (const _ of [1, 2]) {
    await enqueue(db, FAILING, { payload: {} })
    await db.updateTable('jobs').set({ attempts: 7 }).where('kind', '=', 'failing').execute()
    await context.jobs.runDue()
  }
  expect((await notificationsOf(admin)).notifications).toMatchObject([
    { kind: 'broken', count: 1, data: { problem: 'failing' }, link: null, gone: false },
  ])
  expect(await kindsOf(teacher)).toEqual([])
})

test('the notifications of a deleted user go, and those that they caused lose their name', async () => {
  const { testApp, teacher, sam, courseId } = await openSchool()
  await say(sam, { courseId })
  await deleteUser(testApp, sam.id)
  expect((await notificationsOf(teacher)).notifications).toMatchObject([{ gone: true, actors: [] }])
  await deleteUser(testApp, teacher.id)
  expect(await testApp.db.selectFrom('notifications').selectAll().execute()).toEqual([])
})
