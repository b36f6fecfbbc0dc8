import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeReadOnly } from '#server/test-database.ts'
import {
  beginUpload,
  brokenFilm,
  partHeaders,
  sendPart,
  tus,
  type UploadingSite,
  uploadedFile,
  uploadingSite,
} from '#server/test-videos.ts'
import { completeUpload, discardUnfinished } from './uploads.ts'

const BYTES = brokenFilm(12)

/** An upload that has arrived whole, and where it is. */
async function arrivedUpload(site: UploadingSite) {
  const path = await beginUpload(site, BYTES.length)
  await sendPart(site, path, { offset: 0, bytes: BYTES })
  const file = uploadedFile(site, path)
  const place = { db: site.testApp.db, folder: dirname(file), node: '' }
  return { id: basename(file), file, place }
}

test('an upload that arrives while it is being deleted stays', async () => {
  const site = await uploadingSite()
  const { id, file, place } = await arrivedUpload(site)
  expect(await discardUnfinished(place, id)).toBe(false)
  expect(existsSync(file)).toBe(true)
  expect(await site.testApp.db.selectFrom('uploads').select('state').execute()).toEqual([
    { state: 'finished' },
  ])
})

test('an upload that is deleted while its last part arrives becomes no video', async () => {
  const site = await uploadingSite()
  const { id, place } = await arrivedUpload(site)
  const { db } = site.testApp
  for (const table of ['videos', 'uploads'] as const) await db.deleteFrom(table).execute()
  await expect(completeUpload(place, id)).rejects.toThrow('Upload not found.')
  expect(await db.selectFrom('videos').select('id').execute()).toEqual([])
})

test('an upload that has arrived keeps its file when its answer fails', async () => {
  const site = await uploadingSite()
  const { db, context } = site.testApp
  const send = (body: NonNullable<RequestInit['body']>) =>
    tus(site.origin, site.teacher, {
      method: 'POST',
      headers: { ...partHeaders(0), 'upload-length': String(BYTES.length) },
      body,
      duplex: 'half',
    })
  const wake = vi.spyOn(context.jobs, 'wake').mockImplementationOnce(() => {
    throw new Error('No answer.')
  })
  expect((await send(new Uint8Array(BYTES))).status).toBe(500)
  wake.mockRestore()
  const [arrived] = await db.selectFrom('uploads').select('id').execute()
  // A refused upload is discarded after its answer. The second one is longer than it says.
  expect((await send(new Blob([new Uint8Array(BYTES), 'more']).stream())).status).toBe(409)
  const uploads = () => db.selectFrom('uploads').select(['id', 'state']).execute()
  await vi.waitFor(async () => expect(await uploads()).toEqual([{ id: arrived?.id, state: 'finished' }]))
  expect(existsSync(uploadedFile(site, `/${arrived?.id}`))).toBe(true)
})

test('deleting an upload frees its file also while the database accepts no writes', async () => {
  const site = await uploadingSite()
  const path = await beginUpload(site, 10_000)
  await sendPart(site, path, { offset: 0, bytes: randomBytes(1000) })
  const makeWritable = await makeReadOnly(site.testApp.db)
  const remove = () => tus(site.origin, site.teacher, { path, method: 'DELETE' })
  expect((await remove()).status).toBe(503)
  expect(existsSync(uploadedFile(site, path))).toBe(false)
  await makeWritable()
  expect((await remove()).status).toBe(204)
  expect(await site.testApp.db.selectFrom('uploads').select('id').execute()).toEqual([])
})
