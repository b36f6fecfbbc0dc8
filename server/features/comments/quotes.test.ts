import { expect, test } from 'vitest'
import { openTestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
A new call, a new count,
a new backpack.

00:00:04.500 --> 00:01:05.000
It remembers caf\u00e9 & <i>tea</i>.
`

async function openCourse() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const courseId = await insertCourse(testApp, { playlistId: await insertPlaylist(testApp, { teacher }) })
  const file = { field: 'file', bytes: Buffer.from(VTT), name: 'captions.vtt', type: 'text/vtt' }
  const saved = await teacher.request('PUT', `/api/courses/${courseId}/captions/en`, new Upload({}, file))
  expect(saved.statusCode, saved.body).toBeLessThan(300)
  const quote = ({ request }: TestUser, words: unknown, more: object = { at: 1 }) =>
    request('POST', '/api/comments', { text: 'Why?', courseId, quote: words, ...more })
  return { testApp, teacher, student, courseId, quote }
}

test.each([
  'a new count',
  'a new count, a new backpack. It remembers',
  '  a new count,\n\n a new backpack. ',
  'cafe\u0301 & tea',
])('%j is a quote of the transcript', async (words) => {
  const { student, courseId, quote } = await openCourse()
  const answer = await quote(student, words)
  expect(answer.statusCode, answer.body).toBe(201)
  const stored = words.normalize('NFC').trim().replace(/\s+/g, ' ')
  expect(answer.json().comment).toMatchObject({ text: 'Why?', at: 1, question: false, quote: stored })
  const { threads } = (await student.request('GET', `/api/courses/${courseId}/threads`)).json()
  expect(threads).toMatchObject([{ quote: stored, at: 1 }])
})

test.each([
  { what: 'other words', words: 'an old count', message: 'Quote must be words of the transcript.' },
  {
    what: 'words in another order',
    words: 'backpack. A new call',
    message: 'Quote must be words of the transcript.',
  },
  { what: 'nothing', words: ' ', message: 'Quote must be words of the transcript.' },
  { what: 'a number', words: 7, message: 'Quote must be words of the transcript.' },
  { what: '301 characters', words: 'a'.repeat(301), message: 'Quote must be at most 300 characters.' },
  { what: 'no second', words: 'a new count', more: {}, message: 'Quote must have a second.' },
])('$what is rejected as a quote', async ({ words, more, message }) => {
  const { testApp, student, quote } = await openCourse()
  const answer = await quote(student, words, more)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ message, errors: { quote: message } })
  expect(await testApp.db.selectFrom('comments').select('id').execute()).toEqual([])
})

test('a stored quote stays when the captions are gone, and goes with its comment', async () => {
  const { testApp, teacher, student, courseId, quote } = await openCourse()
  const { comment } = (await quote(student, 'a new count')).json()
  await teacher.request('DELETE', `/api/courses/${courseId}/captions/en`)
  expect((await quote(student, 'a new count')).json().message).toBe('Quote must be words of the transcript.')
  const path = `/api/comments/${comment._id}`
  const changed = await student.request('PUT', path, { text: 'Why so?' })
  expect(changed.json().updatedComment).toMatchObject({ text: 'Why so?', quote: 'a new count', at: 1 })
  await teacher.request('POST', '/api/comments', { text: 'Well.', courseId, parentId: comment._id })
  await student.request('DELETE', path)
  const rows = await testApp.db.selectFrom('comments').select('quote').execute()
  expect(rows).toEqual([{ quote: null }, { quote: null }])
})
