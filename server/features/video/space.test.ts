import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { EXPIRED_UPLOAD, NO_SPACE, TOO_MANY_UNFINISHED } from '#contract/video/uploads.ts'
import { enqueue, jobKind } from '#server/jobs/enqueue.ts'
import type { TestUser } from '#server/test-app.ts'
import { fillDisk, GIB, MIB, RESERVE } from '#server/test-disk.ts'
import {
  announceUpload,
  beginUpload,
  brokenFilm,
  offsetOf,
  partHeaders,
  sendPart,
  tus,
  type UploadingSite,
  uploadedFile,
  uploadingSite,
} from '#server/test-videos.ts'

const send = (site: UploadingSite, path: string, [offset, bytes]: [offset: number, bytes: number]) =>
  sendPart(site, path, { offset, bytes: brokenFilm(bytes) })

const messageOf = async (answer: Response) => [answer.status, Object(await answer.json()).message]

async function watchDisk({ testApp: { context, db } }: UploadingSite): Promise<void> {
  await enqueue(db, jobKind('uploads.space', z.object({})), { payload: {} })
  await context.jobs.runDue()
}

const noticesOf = ({ testApp: { db } }: UploadingSite, { id }: TestUser) =>
  db.selectFrom('notifications').select(['kind', 'data']).where('user_id', '=', id).execute()

/** As if the admins had been notified a day ago. */
async function makeOlder({ testApp: { db } }: UploadingSite): Promise<void> {
  const created_at = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await db.updateTable('notifications').set({ created_at }).execute()
}

const NOTICE = { kind: 'broken', data: '{"problem":"full-disk"}' }

test('what teachers have announced counts as used, for all of them together', async () => {
  const site = await uploadingSite()
  fillDisk(RESERVE + 5 * GIB)
  const others = await Promise.all(['Bea', 'Cleo', 'Dora'].map((name) => site.testApp.user(name, 'Teacher')))
  const answers = await Promise.all(others.map((user) => announceUpload(site, user, 2 * GIB)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 507])
  const refused = answers.find(({ status }) => status === 507)
  expect(await refused?.json()).toMatchObject({ success: false, code: 'no_space', message: NO_SPACE })
  expect(await site.testApp.db.selectFrom('uploads').select('id').execute()).toHaveLength(2)

  // What has been received is on the disk, and is not counted twice.
  const path = await beginUpload(site, MIB)
  await send(site, path, [0, MIB / 2])
  fillDisk(RESERVE + 5 * GIB - MIB / 2)
  expect((await announceUpload(site, site.teacher, GIB - MIB)).status).toBe(201)
  expect((await announceUpload(site, site.teacher, 1)).status).toBe(507)
  const [first] = answers.filter(({ status }) => status === 201)
  for (const user of others) {
    const gone = { path: first?.headers.get('location') ?? '', method: 'DELETE' }
    await tus(site.origin, user, gone)
  }
  expect((await announceUpload(site, site.teacher, GIB)).status).toBe(201)
})

test('the admins hear once of each shortage, before anything is refused', async () => {
  const site = await uploadingSite()
  const admin = await site.testApp.user('Root', 'Student', { isAdmin: true })
  fillDisk(20 * GIB)
  await beginUpload(site, GIB)
  await watchDisk(site)
  expect(await noticesOf(site, admin)).toEqual([])
  fillDisk(RESERVE + 4 * GIB)
  await beginUpload(site, 10)
  expect(await noticesOf(site, admin)).toEqual([NOTICE])
  fillDisk(RESERVE)
  expect((await announceUpload(site, site.teacher, 10)).status).toBe(507)
  await watchDisk(site)
  expect(await noticesOf(site, admin)).toHaveLength(1)
  // With room for one file, it is still the same shortage, also a day later.
  await makeOlder(site)
  fillDisk(RESERVE + 6 * GIB)
  await watchDisk(site)
  fillDisk(GIB)
  await watchDisk(site)
  expect(await noticesOf(site, admin)).toHaveLength(1)
})

test('the next shortage is notified at most once a day', async () => {
  const site = await uploadingSite()
  const admin = await site.testApp.user('Root', 'Student', { isAdmin: true })
  fillDisk(GIB)
  await watchDisk(site)
  expect(await noticesOf(site, admin)).toEqual([NOTICE])
  // The next shortage of the same day is notified when the day is over.
  fillDisk(20 * GIB)
  await watchDisk(site)
  fillDisk(GIB)
  await watchDisk(site)
  expect(await noticesOf(site, admin)).toHaveLength(1)
  await makeOlder(site)
  // Something other than uploads fills the disk.
  await watchDisk(site)
  expect(await noticesOf(site, admin)).toEqual([NOTICE, NOTICE])
})

test('a part leaves the reserve alone, and the upload goes on when there is space again', async () => {
  const site = await uploadingSite()
  const admin = await site.testApp.user('Root', 'Student', { isAdmin: true })
  const path = await beginUpload(site, 4 * MIB)
  expect((await send(site, path, [0, 1000])).status).toBe(204)
  fillDisk(RESERVE + 999)
  const refused = await send(site, path, [1000, 1000])
  expect(await messageOf(refused)).toEqual([507, NO_SPACE])
  expect(await noticesOf(site, admin)).toEqual([NOTICE])
  expect(await offsetOf(site, path)).toBe(1000)

  // The disk fills up while the part arrives.
  fillDisk(10 * GIB, RESERVE - 1)
  const cut = await send(site, path, [1000, 3 * MIB])
  expect([cut.status, await cut.text()]).toEqual([507, NO_SPACE])
  const offset = await offsetOf(site, path)
  expect(offset).toBeLessThan(1000 + 2 * MIB)
  fillDisk(10 * GIB)
  expect((await send(site, path, [offset, 4 * MIB - offset])).status).toBe(204)
})

test('a teacher has at most twenty unfinished uploads', async () => {
  const site = await uploadingSite()
  const paths: string[] = []
  for (let n = 0; n < 20; n += 1) paths.push(await beginUpload(site, 10))
  const refused = await announceUpload(site, site.teacher, 10)
  expect(await messageOf(refused)).toEqual([400, TOO_MANY_UNFINISHED])
  await tus(site.origin, site.teacher, { path: paths[0] ?? '', method: 'DELETE' })
  await beginUpload(site, 10)
  expect((await announceUpload(site, await site.testApp.user('Bea', 'Teacher'), 10)).status).toBe(201)
  await site.testApp.db
    .updateTable('uploads')
    .set({ expires_at: new Date(0).toISOString() })
    .execute()
  await beginUpload(site, 10)
})

test.each(['HEAD', 'PATCH', 'DELETE'])('an expired upload is gone, as %s finds', async (method) => {
  const site = await uploadingSite()
  const path = await beginUpload(site, 3 * GIB)
  await send(site, path, [0, 1000])
  await site.testApp.db.updateTable('uploads').set({ expires_at: new Date().toISOString() }).execute()
  const space = (await site.teacher.request('GET', '/api/users/me/uploads')).json()
  expect(space).toMatchObject({ usedBytes: 0, unfinished: [] })
  fillDisk(RESERVE + 3 * GIB)
  await beginUpload(site, 3 * GIB)
  fillDisk(20 * GIB)

  const answer = await tus(site.origin, site.teacher, {
    path,
    method,
    headers: partHeaders(1000),
    ...(method === 'PATCH' && { body: 'x' }),
  })
  expect(answer.status).toBe(404)
  if (method === 'PATCH') expect(await answer.json()).toMatchObject({ message: EXPIRED_UPLOAD })
  expect(existsSync(uploadedFile(site, path))).toBe(false)
  expect(await site.testApp.db.selectFrom('uploads').select('id').execute()).toHaveLength(1)
})
