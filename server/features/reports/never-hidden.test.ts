import { expect, test } from 'vitest'
import { changeAdmin } from '#server/features/account/auth/account-commands.ts'
import { openTestApp, type TestUser } from '#server/test-app.ts'
import { age, decide, firstGroup, openReportedCourse, report } from '#server/test-reports.ts'

async function open() {
  const testApp = await openTestApp({ cached: true })
  const site = await openReportedCourse(testApp)
  const textsFor = async ({ request }: TestUser) => {
    const { comments } = (await request('GET', `/api/comments?courseId=${site.courseId}`)).json()
    return comments.map(({ text }: { text: string }) => text)
  }
  return { testApp, ...site, textsFor }
}

test('reports put comments of the course’s teacher and of admins into the queue and hide none', async () => {
  const { admin, teacher, reader, say, hide, textsFor } = await open()
  const before = await textsFor(reader)
  const ids = [await say(teacher, 'Watch again.'), await say(admin, 'Stay polite.')]
  for (const id of ids) await hide(id)
  expect(await textsFor(reader)).toEqual(['Stay polite.', 'Watch again.', ...before])
  const { groups } = (await admin.request('GET', '/api/admin/reports')).json()
  expect(groups).toMatchObject(ids.map((_id) => ({ subject: { _id, hidden: false }, count: 3 })))
})

test('a hidden comment is shown again when its author becomes an admin', async () => {
  const { testApp, author, reader, hide, textsFor } = await open()
  const before = await textsFor(reader)
  await hide()
  expect(await textsFor(reader)).toHaveLength(before.length - 1)
  const meta = { requestId: 'test', network: 'test', agent: 'test', log: testApp.app.log }
  await changeAdmin(testApp.db, { userId: author.id, meta }, true)
  expect(await textsFor(reader)).toEqual(before)
})

test('the comment of another teacher can be hidden', async () => {
  const { testApp, reader, say, hide, textsFor } = await open()
  const before = await textsFor(reader)
  await hide(await say(await testApp.user('Carl', 'Teacher'), 'Mine is better.'))
  expect(await textsFor(reader)).toEqual(before)
})

test('after Keep the same accounts cannot hide the comment again, and others can', async () => {
  const { testApp, admin, reader, commentId, hide, textsFor } = await open()
  const before = await textsFor(reader)
  await hide()
  await decide(admin, { state: 'kept' })
  await hide()
  expect(await textsFor(reader)).toEqual(before)
  expect(await firstGroup(admin)).toMatchObject({ subject: { _id: commentId, hidden: false }, count: 3 })
  await decide(admin, { state: 'kept' })
  await hide()
  expect(await textsFor(reader)).toEqual(before)

  const others = await Promise.all(['Vic', 'Wes', 'Xia'].map((name) => testApp.user(name)))
  for (const each of others) {
    expect(await textsFor(reader)).toEqual(before)
    await age(testApp, each)
    await report(each, 'comment', commentId)
  }
  expect(await textsFor(reader)).toHaveLength(before.length - 1)
})

test('a reporter whose report about one comment ended with Keep still counts towards hiding another', async () => {
  const { admin, reader, say, author, hide, textsFor } = await open()
  const before = await textsFor(reader)
  await hide()
  await decide(admin, { state: 'kept' })
  await hide(await say(author, 'Once more: stupid.'))
  expect(await textsFor(reader)).toEqual(before)
})
