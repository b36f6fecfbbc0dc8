import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { expect, test, vi } from 'vitest'
import { openTestApp } from '#server/test-app.ts'
import {
  beginUpload,
  offsetOf,
  partHeaders,
  sendPart,
  tus,
  type UploadingSite,
  uploadedFile,
  uploadingSite,
  WITH_FFMPEG,
} from '#server/test-videos.ts'
import { createUploadLocks } from './upload-locks.ts'

const BYTES = 1024 ** 2
/** Begins like sound. */
const film = (letter: string) => Buffer.from('OggS'.padEnd(BYTES, letter))

/** A second process of the site, on the same database and folder. */
async function anotherProcess({ testApp: { db, folder }, teacher }: UploadingSite): Promise<UploadingSite> {
  const environment = { ...WITH_FFMPEG, DATA_DIR: folder }
  const testApp = await openTestApp({ database: db, environment })
  return { testApp, teacher, origin: await testApp.app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** Begins a part that never ends; gives its status when there is an answer. */
async function sendEndless(site: UploadingSite, path: string, bytes: Buffer) {
  const { origin, teacher } = site
  const outgoing = request(origin + path, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${teacher.token}`,
      ...partHeaders(0),
      'content-length': BYTES,
    },
  })
  // The server breaks the connection of a part that it has ended.
  const ended = once(outgoing, 'close').catch(() => undefined)
  outgoing.on('error', () => undefined)
  outgoing.write(bytes)
  await vi.waitFor(() => expect(statSync(uploadedFile(site, path)).size).toBe(bytes.length))
  return { outgoing, ended }
}

test('of two parts at one offset that reach two processes at once, one is acknowledged and kept', async () => {
  const site = await uploadingSite()
  const other = await anotherProcess(site)
  for (let round = 0; round < 5; round += 1) {
    const path = await beginUpload(site, BYTES + 1)
    const parts = [film('a'), film('b')] as const
    const answers = await Promise.all([
      sendPart(site, path, { offset: 0, bytes: parts[0] }),
      sendPart(other, path, { offset: 0, bytes: parts[1] }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409])
    expect(readFileSync(uploadedFile(site, path)).equals(parts[statuses[0] === 204 ? 0 : 1])).toBe(true)
    expect(await offsetOf(other, path)).toBe(BYTES)
  }
})

test('a part of one process ends for that of another, which then finds what arrived', async () => {
  const site = await uploadingSite()
  const other = await anotherProcess(site)
  const path = await beginUpload(site, BYTES)
  const beginning = film('a').subarray(0, BYTES / 4)
  const { outgoing, ended } = await sendEndless(site, path, beginning)
  const late = await sendPart(other, path, { offset: 0, bytes: film('b') })
  expect(late.status).toBe(409)
  expect(readFileSync(uploadedFile(site, path)).equals(beginning)).toBe(true)
  const rest = { offset: beginning.length, bytes: film('a').subarray(beginning.length) }
  expect((await sendPart(other, path, rest)).status).toBe(204)
  outgoing.destroy()
  await ended
})

test('the lock of a process that died ends by itself', async () => {
  const site = await uploadingSite()
  const path = await beginUpload(site, BYTES)
  const locked_until = new Date(Date.now() + 500).toISOString()
  await site.testApp.db.updateTable('uploads').set({ locked_by: 'gone', locked_until }).execute()
  expect((await sendPart(site, path, { offset: 0, bytes: Buffer.alloc(10) })).status).toBe(204)
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(locked_until))
})

test('a part whose upload is deleted on another process ends, and leaves no file', async () => {
  const site = await uploadingSite()
  const other = await anotherProcess(site)
  const path = await beginUpload(site, BYTES)
  const { outgoing, ended } = await sendEndless(site, path, Buffer.alloc(10))
  const removed = await tus(other.origin, other.teacher, { path, method: 'DELETE' })
  expect(removed.status).toBe(204)
  outgoing.end(Buffer.alloc(BYTES - 10))
  await ended
  expect(await site.testApp.db.selectFrom('videos').select('id').execute()).toEqual([])
  expect(statSync(uploadedFile(site, path), { throwIfNoEntry: false })).toBeUndefined()
})

test('a request that waits for a deleted upload learns that it is gone', async () => {
  const { testApp } = await uploadingSite()
  const lock = createUploadLocks(testApp).newLock('gone')
  await expect(lock.lock(new AbortController().signal, () => undefined)).rejects.toThrow('Upload not found.')
})
