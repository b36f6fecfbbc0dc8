import { expect, test } from 'vitest'
import type { Comment } from '#contract/comments/comments.ts'
import { deleteUser } from '#server/features/account/users/users.ts'
import type { openTestApp, TestUser } from '#server/test-app.ts'
import { kindsOf, notificationsOf, openSchool, say } from '#server/test-notifications.ts'

const LIMIT_MESSAGE = 'Your comment was added. You have mentioned many people; they were not notified.'

/** A course on which Sam and Marta have commented, and Ann has not. */
async function openTalk(options: Parameters<typeof openTestApp>[0] = {}) {
  const school = await openSchool(options)
  const marta = await school.testApp.user('Marta Lindqvist')
  for (const user of [school.sam, marta]) await say(user, { courseId: school.courseId })
  await school.testApp.db.deleteFrom('notifications').execute()
  const { courseId } = school
  const mention = async (
    { request }: TestUser,
    people: TestUser[],
    draft: { text: string; parentId?: string },
  ) => {
    const mentions = people.map(({ id }) => id)
    const answer = await request('POST', '/api/comments', { courseId, mentions, ...draft })
    return { status: answer.statusCode, message: answer.json().message, comment: answer.json().comment }
  }
  const offered = async ({ request }: TestUser, q: string) => {
    const answer = await request('GET', `/api/courses/${courseId}/mentionable?q=${encodeURIComponent(q)}`)
    return answer.json().people.map(({ username }: { username: string }) => username)
  }
  return { ...school, marta, mention, offered }
}

const namesIn = ({ mentions }: Comment) => mentions.map(({ username }) => username)

test('the teacher and people who commented are offered, by the beginning of a word of their name', async () => {
  const { testApp, ann, sam, marta, teacher, courseId, offered } = await openTalk()
  const { people } = (await ann.request('GET', `/api/courses/${courseId}/mentionable?q=LIND`)).json()
  expect(people).toEqual([
    { _id: marta.id, username: 'Marta Lindqvist', profilePhoto: expect.any(Object), why: 'commented' },
  ])
  expect(await offered(ann, 'a')).toEqual(['Ada'])
  expect(await offered(ann, 'indq')).toEqual([])
  expect(await offered(sam, 's')).toEqual([])
  expect(await offered(teacher, 's')).toEqual(['Sam'])
  await testApp.db.updateTable('users').set({ profile_private: 1 }).where('id', '=', marta.id).execute()
  expect(await offered(ann, 'marta')).toEqual([])
})

test('at most six are offered, the teacher first, then by name', async () => {
  const { testApp, ann, courseId, offered } = await openTalk()
  const many = await testApp.users(['G', 'F', 'E', 'D', 'C', 'B'].map((name) => ({ name: `A${name}` })))
  for (const each of many) await say(each, { courseId })
  expect(await offered(ann, 'a')).toEqual(['Ada', 'AB', 'AC', 'AD', 'AE', 'AF'])
})

test('whose comment the caller cannot see is not offered, and a letter is needed', async () => {
  const { testApp, ann, sam, marta, courseId, offered } = await openTalk()
  await testApp.db
    .updateTable('comments')
    .set({ hidden_at: new Date().toISOString() })
    .where('user_id', '=', sam.id)
    .execute()
  const [first] = await testApp.db
    .selectFrom('comments')
    .select('id')
    .where('user_id', '=', marta.id)
    .execute()
  await say(ann, { courseId, parentId: first?.id ?? '' })
  await marta.request('DELETE', `/api/comments/${first?.id}`)
  for (const name of ['sam', 'marta']) expect(await offered(ann, name)).toEqual([])
  for (const query of ['', '?q=', '?q=%20', '?q=@']) {
    const answer = await ann.request('GET', `/api/courses/${courseId}/mentionable${query}`)
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Enter at least one letter.'])
  }
})

test('thirty searches in a minute are enough', async () => {
  const { ann, courseId } = await openTalk({ rateScale: 1 })
  const search = () => ann.request('GET', `/api/courses/${courseId}/mentionable?q=a`)
  for (let count = 0; count < 30; count += 1) expect((await search()).statusCode).toBe(200)
  expect((await search()).statusCode).toBe(429)
})

test('the text stays as it is typed, and names of mentioned people lead to them', async () => {
  const { ann, sam, marta, courseId, mention } = await openTalk()
  const text = 'As @Marta Lindqvist says, see @Sam.'
  const { status, message, comment } = await mention(ann, [marta, sam, sam], { text })
  expect([status, message]).toEqual([201, 'Comment added.'])
  expect(comment).toMatchObject({ text })
  const expected = [
    { _id: sam.id, username: 'Sam' },
    { _id: marta.id, username: 'Marta Lindqvist' },
  ]
  expect(new Set(comment.mentions)).toEqual(new Set(expected))
  const { threads } = (await sam.request('GET', `/api/courses/${courseId}/threads`)).json()
  expect(threads[0].mentions).toEqual(comment.mentions)
})

test.each([
  ['somebody who has not commented', '@Ann', (of: Talk) => [of.ann]],
  ['oneself', '@Sam', (of: Talk) => [of.sam]],
  ['whose name is not in the text', 'Thank you, Marta Lindqvist!', (of: Talk) => [of.marta]],
  ['whose name is a part of a longer word', '@Adam', (of: Talk) => [of.teacher]],
  ['whose name is typed in another way', '@marta lindqvist', (of: Talk) => [of.marta]],
] as const)('%s is dropped: %s', async (_, text, people) => {
  const talk = await openTalk()
  const { status, comment } = await talk.mention(talk.sam, people(talk), { text })
  expect([status, comment.mentions]).toEqual([201, []])
})

type Talk = Awaited<ReturnType<typeof openTalk>>

test('people who hide their profile and unknown ids are dropped', async () => {
  const { testApp, ann, marta, courseId, mention } = await openTalk()
  await testApp.db.updateTable('users').set({ profile_private: 1 }).where('id', '=', marta.id).execute()
  expect((await mention(ann, [marta], { text: '@Marta Lindqvist' })).comment.mentions).toEqual([])
  for (const mentions of [['nothing'], ['0'.repeat(24)]]) {
    const answer = await ann.request('POST', '/api/comments', { text: '@Ada', courseId, mentions })
    expect([answer.statusCode, answer.json().comment.mentions]).toEqual([201, []])
  }
})

test('a comment mentions at most five people', async () => {
  const { testApp, ann, courseId } = await openTalk()
  const people = await testApp.users(['B', 'C', 'D', 'E', 'F', 'G'].map((name) => ({ name: `P${name}` })))
  for (const each of people) await say(each, { courseId })
  const text = people.map(({ username }) => `@${username}`).join(' ')
  const mentions = people.map(({ id }) => id)
  const six = await ann.request('POST', '/api/comments', { text, courseId, mentions })
  expect([six.statusCode, six.json().errors]).toEqual([400, { mentions: 'Mention at most 5 people.' }])
  const body = { text, courseId, mentions: mentions.slice(0, 5) }
  const { comment } = (await ann.request('POST', '/api/comments', body)).json()
  expect(namesIn(comment)).toHaveLength(5)
  const more = await ann.request('PUT', `/api/comments/${comment._id}`, { text, mentions: mentions.slice(5) })
  expect(more.json().errors).toEqual({ mentions: 'Mention at most 5 people.' })
})

test('a mentioned person is notified in the app and by mail, with a link to the comment', async () => {
  const { testApp, ann, marta, courseId, playlistId, mention } = await openTalk({
    environment: { MAIL_OUTBOX: 'true' },
  })
  await testApp.db.updateTable('users').set({ email_verified_at: new Date().toISOString() }).execute()
  const { comment } = await mention(ann, [marta], { text: 'Look, @Marta Lindqvist!' })
  const { notifications } = await notificationsOf(marta)
  expect(notifications).toMatchObject([
    {
      kind: 'mention',
      subject: { kind: 'comment', _id: comment._id },
      actors: [{ username: 'Ann' }],
      text: 'Look, @Marta Lindqvist!',
      link: `/watch-video/${playlistId}/${courseId}?comment=${comment._id}`,
    },
  ])
  const mails = await testApp.db
    .selectFrom('mails')
    .select('to_user')
    .where('to_user', '=', marta.id)
    .execute()
  expect(mails).toHaveLength(1)
  const { settings } = (await marta.request('GET', '/api/notifications/settings')).json()
  expect(settings).toContainEqual({ kind: 'mention', app: true, mail: 'now' })
})

test('each person gets one notification of a comment: the first kind that fits', async () => {
  const { teacher, ann, sam, marta, courseId, mention } = await openTalk()
  const question = await say(sam, { courseId, question: true })
  const reply = await say(marta, { courseId, parentId: question })
  const before = await Promise.all([teacher, sam, marta].map(kindsOf))
  const text = '@Ada @Sam @Marta Lindqvist'
  await mention(ann, [teacher, sam, marta], { text, parentId: reply })
  const counts = async () => {
    const lists = await Promise.all([teacher, sam, marta].map((user) => notificationsOf(user)))
    return lists.map(({ notifications }) =>
      Object.fromEntries(notifications.map(({ kind, count }) => [kind, count])),
    )
  }
  expect(before).toEqual([['comment', 'question'], ['answer'], []])
  expect(await counts()).toEqual([{ comment: 1, question: 1, mention: 1 }, { answer: 2 }, { reply: 1 }])
})

test('an edit notifies only people who were added, and drops those whose names are gone', async () => {
  const { ann, sam, marta, teacher, mention } = await openTalk()
  const { comment } = await mention(ann, [sam, teacher], { text: '@Sam and @Ada' })
  const path = `/api/comments/${comment._id}`
  const mentions = [sam.id, marta.id]
  const edited = await ann.request('PUT', path, { text: '@Sam and @Marta Lindqvist', mentions })
  expect(namesIn(edited.json().updatedComment).toSorted()).toEqual(['Marta Lindqvist', 'Sam'])
  for (const user of [sam, marta, teacher]) expect(await kindsOf(user)).toEqual(['mention'])
  expect((await notificationsOf(sam)).notifications).toMatchObject([{ count: 1 }])
  const kept = await ann.request('PUT', path, { text: 'Only @Sam.' })
  expect(namesIn(kept.json().updatedComment)).toEqual(['Sam'])
  await ann.request('PUT', path, { text: '@Sam and @Marta Lindqvist', mentions })
  expect((await notificationsOf(marta)).notifications).toMatchObject([{ count: 1 }])
})

test('nobody is notified of a comment that they may not see', async () => {
  const { testApp, teacher, sam, marta, courseId, mention } = await openTalk()
  await testApp.db.updateTable('courses').set({ status: 'pending' }).where('id', '=', courseId).execute()
  const { status, comment } = await mention(teacher, [sam], { text: '@Sam' })
  expect([status, namesIn(comment)]).toEqual([201, ['Sam']])
  expect(await kindsOf(sam)).toEqual([])
  await testApp.db.updateTable('courses').set({ status: 'approved' }).where('id', '=', courseId).execute()
  const own = await mention(sam, [], { text: 'Hm.' })
  const at = new Date().toISOString()
  await testApp.db.updateTable('comments').set({ hidden_at: at }).where('id', '=', own.comment._id).execute()
  const path = `/api/comments/${own.comment._id}`
  await sam.request('PUT', path, { text: '@Marta Lindqvist', mentions: [marta.id] })
  expect(await kindsOf(marta)).toEqual([])
})

test('after the deletion of a person the name stays as plain text', async () => {
  const { testApp, ann, sam, marta, courseId, mention } = await openTalk()
  await mention(ann, [sam, marta], { text: '@Sam and @Marta Lindqvist' })
  await deleteUser(testApp, marta.id)
  const { threads } = (await ann.request('GET', `/api/courses/${courseId}/threads`)).json()
  expect(threads[0]).toMatchObject({ text: '@Sam and @Marta Lindqvist', mentions: [{ username: 'Sam' }] })
  await deleteUser(testApp, ann.id)
  expect(await testApp.db.selectFrom('comment_mentions').selectAll().execute()).toEqual([])
})

test('a person who has another name keeps the one in the text', async () => {
  const { testApp, ann, marta, mention } = await openTalk()
  const { comment } = await mention(ann, [marta], { text: '@Marta Lindqvist' })
  await testApp.db.updateTable('users').set({ username: 'Marta Berg' }).where('id', '=', marta.id).execute()
  const edited = await ann.request('PUT', `/api/comments/${comment._id}`, { text: 'Yes, @Marta Lindqvist.' })
  expect(namesIn(edited.json().updatedComment)).toEqual(['Marta Lindqvist'])
})

test.each([
  { who: 'an account of the first day', days: 0, limit: 3 },
  { who: 'an older account', days: 2, limit: 20 },
])('$who mentions $limit people', async ({ days, limit }) => {
  const { testApp, ann, sam, mention } = await openTalk({ rateScale: 1 })
  const since = new Date(Date.now() - days * 86_400_000).toISOString()
  await testApp.db
    .updateTable('users')
    .set({ created_at: since, is_admin: 1 })
    .where('id', '=', ann.id)
    .execute()
  for (let count = 0; count < limit; count += 1) {
    const { message, comment } = await mention(ann, [sam], { text: '@Sam' })
    expect([message, namesIn(comment)]).toEqual(['Comment added.', ['Sam']])
  }
  const { status, message, comment } = await mention(ann, [sam], { text: 'Once more, @Sam.' })
  expect([status, message, comment.mentions]).toEqual([201, LIMIT_MESSAGE, []])
  expect(comment.text).toBe('Once more, @Sam.')
  const total = (await notificationsOf(sam)).notifications.reduce((sum, { count }) => sum + count, 0)
  expect(total).toBe(limit)
})
