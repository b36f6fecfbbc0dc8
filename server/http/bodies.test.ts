import { expect, test } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

async function commenter() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const courseId = await insertCourse(testApp, { playlistId: await insertPlaylist(testApp, { teacher }) })
  const post = (text: string, headers: Record<string, string> = JSON_TYPE) =>
    teacher.request('POST', '/api/comments', Buffer.from(text), headers)
  return { testApp, teacher, courseId, post }
}

test.each([
  ['broken off', '{"text":'],
  ['a list', '[]'],
  ['a text', '"hello"'],
  ['a number', '1'],
  ['null', 'null'],
  ['two values', '{}{}'],
  ['with a prototype', '{"text":"x","__proto__":{"isAdmin":true}}'],
  ['with a constructor', '{"text":"x","constructor":{"prototype":{"isAdmin":true}}}'],
])('JSON that is %s is a 400 in the usual form', async (_, text) => {
  const { post, testApp } = await commenter()
  const answer = await post(text)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ success: false, code: 'invalid' })
  expect(answer.json().requestId).toBe(answer.headers['x-request-id'])
  expect(answer.body).not.toMatch(/SyntaxError|at .*\.ts|node_modules/)
  expect(await testApp.db.selectFrom('comments').select('id').execute()).toEqual([])
})

test('an empty body is an empty object, with a type or without', async () => {
  const { post } = await commenter()
  for (const headers of [JSON_TYPE, {}]) {
    const answer = await post('', headers)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toEqual({
      text: 'Comment cannot be empty.',
      courseId: 'Course is required.',
    })
  }
})

test.each([
  ['text/plain'],
  ['application/xml'],
  ['application/json5'],
  ['application/jsonp; charset=utf-8'],
  ['multipart/form-data; boundary=x'],
  ['text/html, application/json'],
])('a body of type %s is not taken for JSON', async (type) => {
  const { post, courseId } = await commenter()
  const answer = await post(JSON.stringify({ text: 'Hello', courseId }), { 'content-type': type })
  expect(answer.statusCode).toBe(415)
  expect(answer.json()).toMatchObject({ code: 'unsupported_type', message: 'Unsupported content type.' })
})

test('JSON with a charset is JSON', async () => {
  const { post, courseId } = await commenter()
  const answer = await post(JSON.stringify({ text: 'Hello', courseId }), {
    'content-type': 'Application/JSON; charset="UTF-8"',
  })
  expect(answer.statusCode).toBe(201)
})

test.each([
  ['application/json; charset=utf-16', {}],
  ['application/json;charset="latin1"', {}],
  ['application/json; version=1; CharSet = ISO-8859-1', {}],
  ['application/json', { 'content-encoding': 'gzip' }],
  ['application/json', { 'content-encoding': 'identity' }],
])('JSON in another charset or coding (%s, %j) is not taken', async (type, headers) => {
  const { post, courseId, testApp } = await commenter()
  const answer = await post(JSON.stringify({ text: 'Hello', courseId }), { 'content-type': type, ...headers })
  expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_type'])
  expect(await testApp.db.selectFrom('comments').select('id').execute()).toEqual([])
})

test('64 KiB are accepted and one byte more is rejected, with any content-length', async () => {
  const { post, courseId } = await commenter()
  const padded = (bytes: number) => {
    const text = JSON.stringify({ text: 'Hello', courseId })
    return text + ' '.repeat(bytes - text.length)
  }
  expect((await post(padded(65_536))).statusCode).toBe(201)
  const big = await post(padded(65_537))
  expect(big.statusCode).toBe(413)
  expect(big.json()).toMatchObject({ code: 'too_large', message: 'Request is too large.' })
  const endless = await post(padded(65_537), { ...JSON_TYPE, 'transfer-encoding': 'chunked' })
  expect(endless.statusCode).toBe(413)
})

test('values are taken as they are, never turned into another type', async () => {
  const { testApp, teacher, courseId } = await commenter()
  for (const text of [1, true, ['Hello'], { toString: 'Hello' }, null]) {
    expect((await teacher.request('POST', '/api/comments', { text, courseId })).statusCode).toBe(400)
  }
  for (const id of [1, [courseId], { $ne: '' }]) {
    expect((await teacher.request('POST', '/api/comments', { text: 'x', courseId: id })).statusCode).toBe(400)
  }
  expect(await testApp.db.selectFrom('comments').select('id').execute()).toEqual([])
})
