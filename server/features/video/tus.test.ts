import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { CHUNK_BYTES, NO_SPACE, OTHER_SIZE, OVER_QUOTA } from '#contract/video/uploads.ts'
import type { TestUser } from '#server/test-app.ts'
import {
  beginUpload,
  brokenFilm,
  clip,
  offsetOf,
  partHeaders,
  sendPart,
  tus,
  type UploadingSite,
  uploadedFile,
  uploadingSite,
} from '#server/test-videos.ts'

const KILOBYTE = 1024

/** Sends part of the rest and breaks the connection. */
async function sendAndBreak(
  site: UploadingSite,
  path: string,
  { offset, bytes }: { offset: number; bytes: Buffer },
) {
  const cut = new AbortController()
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes))
    },
    cancel: () => undefined,
  })
  const sent = tus(site.origin, site.teacher, {
    path,
    method: 'PATCH',
    headers: partHeaders(offset),
    body,
    duplex: 'half',
    signal: cut.signal,
  }).catch(() => undefined)
  await vi.waitFor(async () => expect(sizeOnDisk(site, path)).toBeGreaterThan(offset))
  cut.abort()
  await sent
}

const sizeOnDisk = (site: UploadingSite, path: string) => statSync(uploadedFile(site, path)).size

test('an upload that is cut thirty times arrives whole', async () => {
  const site = await uploadingSite()
  const padded = Buffer.concat([clip({ seconds: 1 }), randomBytes(31 * 20 * KILOBYTE)])
  const path = await beginUpload(site, padded.length)
  const step = Math.floor(padded.length / 31)
  for (let cut = 0; cut < 30; cut += 1) {
    const offset = await offsetOf(site, path)
    await sendAndBreak(site, path, { offset, bytes: padded.subarray(offset, offset + step) })
  }
  const offset = await offsetOf(site, path)
  expect(offset).toBeGreaterThan(0)
  const last = await sendPart(site, path, { offset, bytes: padded.subarray(offset) })
  expect(last.status).toBe(204)
  const videoId = last.headers.get('x-video-id')
  await site.testApp.context.jobs.runDue()
  const video = await site.testApp.db.selectFrom('videos').selectAll().executeTakeFirstOrThrow()
  expect(video).toMatchObject({
    id: videoId,
    state: 'ready',
    checksum: createHash('sha256').update(padded).digest('hex'),
  })
  expect(readdirSync(join(site.testApp.folder, 'uploads'))).toEqual(['work'])
})

test('the client learns the video of an upload whose last answer was lost', async () => {
  const site = await uploadingSite()
  const file = clip({ seconds: 1 })
  const path = await beginUpload(site, file.length)
  const { headers } = await sendPart(site, path, { offset: 0, bytes: file })
  const head = await tus(site.origin, site.teacher, { path, method: 'HEAD' })
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(file.length)])
  expect(head.headers.get('x-video-id')).toBe(headers.get('x-video-id'))
})

test('a stop between the last byte and the end of an upload loses nothing', async () => {
  const site = await uploadingSite()
  const file = clip({ seconds: 1 })
  const path = await beginUpload(site, file.length)
  await sendPart(site, path, { offset: 0, bytes: file })
  // As it was before the transaction of the last part.
  const { db } = site.testApp
  await db.updateTable('uploads').set({ state: 'receiving', received: 0 }).execute()
  await db.deleteFrom('videos').execute()
  await db.deleteFrom('jobs').where('kind', '=', 'uploads.prepare').execute()
  const head = await tus(site.origin, site.teacher, { path, method: 'HEAD' })
  const videoId = head.headers.get('x-video-id')
  expect(videoId).toMatch(/^[0-9a-f]{24}$/)
  await site.testApp.context.jobs.runDue()
  expect((await site.teacher.request('GET', `/api/videos/${videoId}`)).json()).toMatchObject({
    state: 'ready',
  })
})

test('bytes that a power cut took from the file are asked for again', async () => {
  const site = await uploadingSite()
  const path = await beginUpload(site, 1000)
  await sendPart(site, path, { offset: 0, bytes: brokenFilm(600) })
  truncateSync(uploadedFile(site, path), 200)
  expect(await offsetOf(site, path)).toBe(200)
})

test('each upload belongs to one teacher, and only teachers have any', async () => {
  const site = await uploadingSite()
  const { testApp, origin } = site
  const path = await beginUpload(site, 1000)
  const others: [TestUser, number][] = [
    [await testApp.user('Bea', 'Teacher'), 404],
    [await testApp.user('Root', 'Student', { isAdmin: true }), 403],
    [await testApp.user('Sam'), 403],
    [{ ...site.teacher, token: '' }, 401],
  ]
  for (const [user, status] of others) {
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const headers = partHeaders(0)
      const answer = await tus(origin, user, {
        path,
        method,
        headers,
        ...(method === 'PATCH' && { body: 'x' }),
      })
      expect([method, user.username, answer.status]).toEqual([method, user.username, status])
    }
    const begin = await tus(origin, user, { method: 'POST', headers: { 'upload-length': '10' } })
    expect(begin.status).toBe(status === 404 ? 201 : status)
  }
  expect(await offsetOf(site, path)).toBe(0)
  expect((await tus(origin, site.teacher, { method: 'GET' })).status).toBe(405)
  expect((await tus(origin, site.teacher, { path: '/api/uploads/nothing', method: 'HEAD' })).status).toBe(404)
})

test('a file that is empty, larger than announced or too large is refused with a sentence', async () => {
  const site = await uploadingSite()
  const refusal = async (answer: Response) => {
    return { status: answer.status, ...Object(await answer.json()) }
  }
  const begin = (length: number) =>
    tus(site.origin, site.teacher, { method: 'POST', headers: { 'upload-length': String(length) } })
  expect(await refusal(await begin(0))).toMatchObject({ status: 400, message: 'This file is empty.' })
  expect(await refusal(await begin(4 * 1024 ** 3 + 1))).toMatchObject({
    status: 413,
    message: 'A file can have up to 4 GB.',
  })
  const path = await beginUpload(site, 100)
  expect(await refusal(await sendPart(site, path, { offset: 0, bytes: brokenFilm(101) }))).toMatchObject({
    status: 409,
    message: OTHER_SIZE,
  })
  expect((await sendPart(site, path, { offset: 50, bytes: randomBytes(10) })).status).toBe(409)
  expect(await site.testApp.db.selectFrom('uploads').select('id').execute()).toHaveLength(1)
})

/** A body of unknown length. */
const streamOf = (bytes: number) => new Blob([new Uint8Array(brokenFilm(bytes))]).stream()

test.each(['PATCH', 'POST'])(
  'a part of more than 8 MiB is refused, with a length or without, in a %s',
  async (method) => {
    const site = await uploadingSite()
    const { origin, teacher, testApp } = site
    const path = method === 'PATCH' ? await beginUpload(site, 3 * CHUNK_BYTES) : undefined
    const send = (body: RequestInit) =>
      tus(origin, teacher, {
        ...(path !== undefined && { path }),
        method,
        headers: {
          ...partHeaders(0),
          ...(method === 'POST' && { 'upload-length': String(3 * CHUNK_BYTES) }),
        },
        ...body,
      })
    const streamed = (bytes: number) => send({ body: streamOf(bytes), duplex: 'half' })
    // The server may have closed the connection before the client has sent everything.
    const answers = [await streamed(CHUNK_BYTES + 1), await send({ body: new Uint8Array(CHUNK_BYTES + 1) })]
    expect(answers.map(({ status }) => status)).toEqual([413, 413])
    const uploads = () => testApp.db.selectFrom('uploads').select('received').execute()
    const files = () => readdirSync(join(testApp.folder, 'uploads')).length
    // A new upload is discarded after the answer.
    const left = path === undefined ? [[], 0] : [[{ received: 0 }], 2]
    await vi.waitFor(async () => expect([await uploads(), files()]).toEqual(left))
    if (path !== undefined) expect(await offsetOf(site, path)).toBe(0)

    const whole = await streamed(CHUNK_BYTES)
    expect([whole.status, whole.headers.get('upload-offset')]).toEqual([
      path ? 204 : 201,
      String(CHUNK_BYTES),
    ])
    expect(await uploads()).toEqual([{ received: CHUNK_BYTES }])
  },
)

test.each(['x', '-1', '1.5', ''])(
  'a part with the offset "%s" is rejected, and is no sign of a full disk',
  async (offset) => {
    const site = await uploadingSite()
    const path = await beginUpload(site, 100)
    const headers = { ...partHeaders(0), 'upload-offset': offset }
    const body = { body: streamOf(10), duplex: 'half' } as const
    const answer = await tus(site.origin, site.teacher, { path, method: 'PATCH', headers, ...body })
    expect(answer.status).toBe(400)
    expect(await site.testApp.db.selectFrom('notifications').select('kind').execute()).toEqual([])
  },
)

test('a part of unknown length that is more than was announced leaves nothing', async () => {
  const site = await uploadingSite()
  const path = await beginUpload(site, 1000)
  await sendPart(site, path, { offset: 0, bytes: brokenFilm(400) })
  const headers = partHeaders(400)
  const body = { body: streamOf(601), duplex: 'half' } as const
  const answer = await tus(site.origin, site.teacher, { path, method: 'PATCH', headers, ...body })
  expect([answer.status, await answer.text()]).toEqual([409, OTHER_SIZE])
  expect(await offsetOf(site, path)).toBe(400)
  expect((await sendPart(site, path, { offset: 400, bytes: randomBytes(600) })).status).toBe(204)
})

test('two uploads that begin at once share the space of their teacher', async () => {
  const site = await uploadingSite({ UPLOAD_QUOTA_GB: '1' })
  const length = String(0.6 * 1024 ** 3)
  const begin = () =>
    tus(site.origin, site.teacher, {
      method: 'POST',
      headers: { 'upload-length': String(Math.floor(Number(length))) },
    })
  const answers = await Promise.all([begin(), begin()])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
  const refused = answers.find(({ status }) => status === 400)
  expect(await refused?.json()).toMatchObject({ message: OVER_QUOTA })
  const { unfinished, usedBytes, quotaBytes } = (
    await site.teacher.request('GET', '/api/users/me/uploads')
  ).json()
  expect([unfinished.length, usedBytes, quotaBytes]).toEqual([1, Math.floor(Number(length)), 1024 ** 3])
  const path = answers.find(({ status }) => status === 201)?.headers.get('location') ?? ''
  expect((await tus(site.origin, site.teacher, { path, method: 'DELETE' })).status).toBe(204)
  expect((await begin()).status).toBe(201)
})

test('a full disk stops an upload with a sentence, what arrived is kept, and the admins hear of it', async () => {
  const site = await uploadingSite()
  const admin = await site.testApp.user('Root', 'Student', { isAdmin: true })
  const path = await beginUpload(site, 1000)
  await sendPart(site, path, { offset: 0, bytes: brokenFilm(600) })
  const { FileStore } = await import('@tus/file-store')
  const full = vi.spyOn(FileStore.prototype, 'write').mockRejectedValue(
    Object.assign(new Error('write'), {
      status_code: 500,
      body: 'Something went wrong receiving the file\n',
    }),
  )
  const answer = await sendPart(site, path, { offset: 600, bytes: randomBytes(400) })
  expect([answer.status, await answer.text()]).toEqual([507, NO_SPACE])
  full.mockRestore()
  const { notifications } = (await admin.request('GET', '/api/notifications')).json()
  expect(notifications).toMatchObject([{ kind: 'broken', data: { problem: 'full-disk' } }])
  expect(await offsetOf(site, path)).toBe(600)
  expect((await sendPart(site, path, { offset: 600, bytes: randomBytes(400) })).status).toBe(204)
})

test('without ffmpeg there are no uploads, and everything else works', async () => {
  const site = await uploadingSite({ PATH: '/nowhere' })
  const answer = await tus(site.origin, site.teacher, { method: 'POST', headers: { 'upload-length': '10' } })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ message: 'Own uploads are switched off on this site.' })
  expect((await site.teacher.request('GET', '/api/users/me/uploads')).json()).toMatchObject({ isOn: false })
})
