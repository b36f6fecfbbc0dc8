import { expect, test } from 'vitest'
import { z } from 'zod'
import { detailOf, plainText, sentenceOf } from '#contract/notifications/notification-texts.ts'
import { Notification } from '#contract/notifications/notifications.ts'
import { openTestApp, type TestApp, type TestUser } from '#server/test-app.ts'
import { age, decide, firstGroup, openReportedCourse, report } from '#server/test-reports.ts'
import { purgeTrash } from '#server/test-trash.ts'

async function open(environment: Record<string, string> = {}) {
  const testApp = await openTestApp({ environment })
  return { testApp, ...(await openReportedCourse(testApp)) }
}

async function states({ db }: TestApp): Promise<string[]> {
  return (await db.selectFrom('reports').select('state').orderBy('id').execute()).map(({ state }) => state)
}

async function notificationsOf({ db }: TestApp, { id }: TestUser) {
  const rows = await db
    .selectFrom('notifications')
    .select(['kind', 'subject_kind', 'subject_id', 'data', 'actor_id'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) }))
}

test('a user reports a comment, a course, a playlist and a profile', async () => {
  const { testApp, reader, author, commentId, courseId, playlistId } = await open()
  const subjects = [
    ['comment', commentId],
    ['course', courseId],
    ['playlist', playlistId],
    ['user', author.id],
  ] as const
  for (const [kind, id] of subjects) {
    const answer = await report(reader, kind, id)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      success: true,
      message: 'Thank you. An admin will look at it.',
      isNew: true,
    })
  }
  expect(await states(testApp)).toEqual(['open', 'open', 'open', 'open'])
})

test('a second report of the same user about a subject changes nothing while the first is open', async () => {
  const { testApp, admin, reader, commentId } = await open()
  await report(reader, 'comment', commentId)
  const again = await report(reader, 'comment', commentId, 'Spam')
  expect([again.statusCode, again.json().isNew]).toEqual([200, false])
  expect(await states(testApp)).toEqual(['open'])
  await decide(admin, { state: 'kept' })
  expect((await report(reader, 'comment', commentId)).statusCode).toBe(201)
  expect(await states(testApp)).toEqual(['kept', 'open'])
})

test('twenty equal reports at once are one', async () => {
  const { testApp, reader, commentId } = await open()
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(reader, 'comment', commentId)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  expect(await states(testApp)).toEqual(['open'])
})

test('nobody reports themself or their own content', async () => {
  const { testApp, author, teacher, commentId, courseId, playlistId } = await open()
  const own = [
    [author, 'comment', commentId],
    [author, 'user', author.id],
    [teacher, 'course', courseId],
    [teacher, 'playlist', playlistId],
  ] as const
  for (const [person, kind, id] of own) {
    const answer = await report(person, kind, id)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe("You can't report yourself or your own content.")
  }
  expect(await states(testApp)).toEqual([])
})

test('a report names a reason of the list', async () => {
  const { reader, commentId } = await open()
  const answer = await report(reader, 'comment', commentId, 'I do not like it')
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual({ reason: 'Choose a reason from the list.' })
})

test('a report about something hidden is answered like one about something missing', async () => {
  const { testApp, reader, commentId, courseId, playlistId } = await open()
  await testApp.db.updateTable('playlists').set({ status: 'pending' }).execute()
  const hidden = [
    ['comment', commentId, 'Comment not found.'],
    ['course', courseId, 'Course not found.'],
    ['playlist', playlistId, 'Playlist not found.'],
    ['user', '0'.repeat(24), 'User not found.'],
  ] as const
  for (const [kind, id, message] of hidden) {
    const answers = [await report(reader, kind, id), await report(reader, kind, 'nothing')]
    for (const answer of answers) {
      expect([answer.statusCode, answer.json().message]).toEqual([404, message])
    }
  }
  expect(await states(testApp)).toEqual([])
})

test('the admins read one group for each subject, the oldest first, page by page', async () => {
  const { admin, reader, reporters, author, teacher, commentId, courseId, playlistId } = await open()
  const [sam, tim] = reporters
  if (!(sam && tim)) throw new Error('There are three reporters.')
  await reader.request('POST', '/api/reports', {
    subjectKind: 'comment',
    subjectId: commentId,
    reason: 'Hurtful',
    text: 'Look at the last word.',
  })
  await report(reader, 'course', courseId)
  await report(sam, 'comment', commentId)
  await report(tim, 'user', author.id)
  const first = (await admin.request('GET', '/api/admin/reports?limit=2')).json()
  expect(first).toMatchObject({
    total: 3,
    groups: [
      {
        subject: { kind: 'comment', _id: commentId, text: 'You are all stupid.', hidden: false, courseId },
        author: { _id: author.id, record: { removed: 0, kept: 0 } },
        count: 2,
        reports: [
          {
            reason: 'Hurtful',
            text: 'Look at the last word.',
            reporter: { username: 'Eve', record: { filed: 2, removed: 0, kept: 0 } },
          },
          { text: '', reporter: { username: 'Sam' } },
        ],
      },
      { subject: { kind: 'course', playlist: { _id: playlistId } }, author: { _id: teacher.id }, count: 1 },
    ],
  })
  const rest = (await admin.request('GET', `/api/admin/reports?limit=2&cursor=${first.nextCursor}`)).json()
  expect(rest).toMatchObject({ groups: [{ subject: { kind: 'user', _id: author.id } }], nextCursor: null })
})

test('removing a comment tells its author why, and the reporters that it was removed', async () => {
  const { testApp, admin, reader, author, courseId, commentId } = await open()
  await report(reader, 'comment', commentId)
  const answer = await decide(admin, { state: 'removed', message: 'Please stay friendly.' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, message: 'Removed.' }])
  expect(await states(testApp)).toEqual(['removed'])
  const { comments, total } = (await reader.request('GET', `/api/comments?courseId=${courseId}`)).json()
  expect([comments.map(({ text }: { text: string }) => text), total]).toEqual([['Thank you.'], 1])
  const subject = { subject_kind: 'comment', subject_id: commentId }
  expect(await notificationsOf(testApp, author)).toContainEqual({
    ...subject,
    kind: 'decision',
    actor_id: admin.id,
    data: { state: 'removed', message: 'Please stay friendly.' },
  })
  expect(await notificationsOf(testApp, reader)).toEqual([
    { ...subject, kind: 'report_decided', actor_id: null, data: { state: 'removed' } },
  ])
})

test('the author of a removed comment reads the sentence of the admin, although the comment is gone', async () => {
  const { admin, reader, author, commentId } = await open()
  await report(reader, 'comment', commentId)
  await decide(admin, { state: 'removed', message: 'Please stay friendly.' })
  const { notifications } = (await author.request('GET', '/api/notifications')).json()
  const [notice] = z.array(Notification).parse(notifications)
  if (!notice) throw new Error('The author has a notification.')
  expect(plainText(sentenceOf(notice))).toBe('An admin removed your comment after a report.')
  expect(detailOf(notice)).toBe('“Please stay friendly.”')
})

test('a removed comment with replies leaves its place in the thread', async () => {
  const { admin, reader, courseId, commentId, say } = await open()
  await say(reader, 'That is not nice.', { parentId: commentId })
  await report(reader, 'comment', commentId)
  await decide(admin, { state: 'removed' })
  const { threads } = (await reader.request('GET', `/api/courses/${courseId}/threads`)).json()
  expect(threads).toContainEqual(
    expect.objectContaining({ _id: commentId, removed: true, text: 'This comment was removed.', user: null }),
  )
})

test.each(['course', 'playlist'] as const)('removing a %s takes it offline', async (kind) => {
  const { testApp, admin, reader, teacher, courseId, playlistId } = await open()
  const id = kind === 'course' ? courseId : playlistId
  await report(reader, kind, id, 'Copyright')
  expect((await decide(admin, { state: 'removed', message: 'This is not yours.' })).statusCode).toBe(200)
  const { status } = await testApp.db
    .selectFrom(kind === 'course' ? 'courses' : 'playlists')
    .select('status')
    .executeTakeFirstOrThrow()
  expect(status).toBe('cancel')
  expect((await reader.request('GET', `/api/courses/${playlistId}/${courseId}`)).statusCode).toBe(404)
  expect(await notificationsOf(testApp, teacher)).toContainEqual(
    expect.objectContaining({ kind: 'decision', data: { state: 'removed', message: 'This is not yours.' } }),
  )
})

test('kept content stays, and its author hears of it only if the admin writes to them', async () => {
  const { testApp, admin, reader, author, commentId, politeId } = await open()
  await report(reader, 'comment', commentId)
  expect((await decide(admin, { state: 'kept' })).json().message).toBe('Kept.')
  expect(await notificationsOf(testApp, author)).toEqual([])
  expect(await notificationsOf(testApp, reader)).toMatchObject([
    { kind: 'report_decided', data: { state: 'kept' } },
  ])
  await report(reader, 'comment', politeId)
  await decide(admin, { state: 'kept', message: 'All is well.' })
  expect(await notificationsOf(testApp, author)).toMatchObject([
    { kind: 'decision', data: { state: 'kept', message: 'All is well.' } },
  ])
})

test('the notification about a kept comment links to the comment, and about a kept course to its page', async () => {
  const { admin, reader, author, teacher, commentId, courseId, playlistId } = await open()
  const watch = `/watch-video/${playlistId}/${courseId}`
  const linkFor = async (person: TestUser) => {
    await decide(admin, { state: 'kept', message: 'All is well.' })
    const { notifications } = (await person.request('GET', '/api/notifications')).json()
    return z
      .array(Notification)
      .parse(notifications)
      .find(({ kind }) => kind === 'decision')?.link
  }
  await report(reader, 'comment', commentId)
  expect(await linkFor(author)).toBe(`${watch}?comment=${commentId}`)
  await report(reader, 'course', courseId)
  expect(await linkFor(teacher)).toBe(watch)
})

test('the admins hear of the first report about a subject', async () => {
  const { testApp, admin, reporters, reader, playlistId, commentId } = await open()
  for (const each of reporters) await report(each, 'comment', commentId)
  expect(await notificationsOf(testApp, admin)).toMatchObject([
    { kind: 'report', subject_id: commentId, data: { reason: 'Hurtful' } },
  ])
  await report(reader, 'playlist', playlistId)
  const { notifications } = (await admin.request('GET', '/api/notifications')).json()
  const sentences = z
    .array(Notification)
    .parse(notifications)
    .map((each) => plainText(sentenceOf(each)))
  expect(sentences).toEqual([
    expect.stringMatching(/^The playlist .+ was reported: Hurtful\.$/),
    expect.stringMatching(/^A comment on .+ was reported: Hurtful\.$/),
  ])
})

test('reports are decided once, and the audit log says by whom', async () => {
  const { testApp, admin, reporters, commentId } = await open()
  for (const each of reporters) await report(each, 'comment', commentId)
  const { _id } = await firstGroup(admin)
  const answers = await Promise.all(
    (['kept', 'removed'] as const).map((state) =>
      admin.request('POST', `/api/admin/reports/${_id}/decide`, { state }),
    ),
  )
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  const rejected = answers.find(({ statusCode }) => statusCode === 409)
  expect(rejected?.json().message).toBe('These reports are already decided.')
  expect(new Set(await states(testApp)).size).toBe(1)
  const audit = await testApp.db
    .selectFrom('audit')
    .select(['actor_id', 'subject', 'detail'])
    .where('action', '=', 'report.decided')
    .execute()
  expect(audit).toMatchObject([{ actor_id: admin.id, subject: commentId }])
  expect(JSON.parse(audit[0]?.detail ?? '')).toMatchObject({ kind: 'comment', reports: 3 })
})

test('a profile is kept, or its account suspended, but not removed', async () => {
  const { testApp, admin, reader, author } = await open()
  await report(reader, 'user', author.id)
  const answer = await decide(admin, { state: 'removed' })
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'A profile cannot be removed. Suspend the account instead.',
  ])
  expect(await states(testApp)).toEqual(['open'])
})

test('an admin decides about their own work only as the only admin', async () => {
  const { testApp, admin, reader, say } = await open()
  const mine = await say(admin, 'I decide this.')
  await report(reader, 'comment', mine)
  const other = await testApp.user('Zoe', 'Student', { isAdmin: true })
  const answer = await decide(admin, { state: 'kept' })
  expect([answer.statusCode, answer.json().message]).toEqual([403, 'You cannot review your own work.'])
  expect((await decide(other, { state: 'kept' })).statusCode).toBe(200)
})

test('the record of reporters and authors counts what was decided', async () => {
  const { admin, reader, commentId, politeId, courseId } = await open()
  await report(reader, 'comment', commentId)
  await decide(admin, { state: 'removed' })
  await report(reader, 'comment', politeId)
  await decide(admin, { state: 'kept' })
  await report(reader, 'comment', politeId)
  const group = await firstGroup(admin)
  expect(group.author.record).toEqual({ removed: 1, kept: 1 })
  expect(group.reports[0]?.reporter?.record).toEqual({ filed: 3, removed: 1, kept: 1 })
  expect(group.subject.courseId).toBe(courseId)
})

test('reports about what is deleted for good are dismissed', async () => {
  const { testApp, author, teacher, reader, commentId, politeId, courseId, playlistId } = await open()
  await report(reader, 'comment', commentId)
  await author.request('DELETE', `/api/comments/${commentId}`)
  expect(await states(testApp)).toEqual(['dismissed'])
  await report(reader, 'comment', politeId)
  await report(reader, 'course', courseId)
  await report(reader, 'user', author.id)
  await teacher.request('DELETE', `/api/courses/${playlistId}/${courseId}`)
  await purgeTrash(testApp)
  expect(await states(testApp)).toEqual(['dismissed', 'dismissed', 'dismissed', 'open'])
  await report(reader, 'playlist', playlistId)
  await teacher.request('DELETE', `/api/playlists/${playlistId}/${teacher.id}`)
  await purgeTrash(testApp)
  expect((await states(testApp)).at(-1)).toBe('dismissed')
})

test('a report outlives its reporter', async () => {
  const { testApp, admin, reader, commentId } = await open()
  await age(testApp, reader)
  await report(reader, 'comment', commentId)
  await testApp.db.deleteFrom('users').where('id', '=', reader.id).execute()
  expect((await firstGroup(admin)).reports).toMatchObject([{ reporter: null }])
  expect((await decide(admin, { state: 'kept' })).statusCode).toBe(200)
})
