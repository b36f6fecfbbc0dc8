import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openTestApp, picture, Upload } from '#server/test-app.ts'
import { uploadCapacity } from './uploads.ts'

const EIGHT_MIB = 8 * 1024 * 1024

test('an upload without a free slot is rejected before its body is read, and the others succeed', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const { port } = new URL(await testApp.app.listen({ host: '127.0.0.1', port: 0 }))
  const begun: ClientRequest[] = []
  onTestFinished(() => {
    for (const each of begun) each.destroy()
  })

  /** Says how much is coming, and sends nothing of it. */
  function begin(length: number) {
    const sent = request({
      port,
      method: 'POST',
      path: '/api/playlists',
      headers: {
        authorization: `Bearer ${teacher.token}`,
        'content-type': 'multipart/form-data; boundary=xxxxxxxx',
        'content-length': length,
      },
    })
    begun.push(sent)
    sent.on('error', () => undefined)
    sent.flushHeaders()
    const answer = once(sent, 'response').then(
      ([message]: IncomingMessage[]) => message,
      () => undefined,
    )
    return { answer, abort: () => sent.destroy() }
  }

  const many = Array.from({ length: 30 }, () => begin(EIGHT_MIB))
  const rejected = await Promise.race(many.map(({ answer }) => answer))
  expect(rejected?.statusCode).toBe(503)
  expect(rejected?.headers['retry-after']).toBe('5')

  const file = { field: 'mainPlaylistImage', bytes: await picture() }
  const draft = { title: 'Learn HTML', description: 'All of it.', category: 'development' }
  const small = () => teacher.request('POST', '/api/playlists', new Upload(draft, file))
  for (const { abort } of many) abort()
  await expect.poll(async () => (await small()).statusCode).toBe(201)
})

test('room is given back however an upload ends', async () => {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const large = { field: 'mainPlaylistImage', bytes: Buffer.alloc(7 * 1024 * 1024) }
  for (let n = 0; n < 30; n += 1) {
    const answer = await teacher.request('POST', '/api/playlists', new Upload({}, large))
    expect(answer.statusCode).toBe(400)
  }
})

test('in little memory few pictures are let in at once, and one always', () => {
  const fits = (mebibytes: number) => Math.floor(uploadCapacity(1, mebibytes * 1024 * 1024) / EIGHT_MIB)
  expect([128, 256, 512, 1024, 16_384, 0].map(fits)).toEqual([1, 1, 9, 24, 24, 24])
})
