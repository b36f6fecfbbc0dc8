import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ORIGINAL_GONE, PREPARING_FAILED } from '#contract/video/uploads.ts'
import {
  beginUpload,
  brokenFilm,
  clip,
  sendPart,
  tus,
  type UploadingSite,
  upload,
  uploadingSite,
} from '#server/test-videos.ts'
import { sweepUploads } from './sweep.ts'
import { videosIn } from './video-files.ts'

const DAY = 86_400_000
const inFolder = ({ testApp }: UploadingSite, name: string) =>
  readdir(join(testApp.folder, name)).then((names) => names.filter((each) => !each.startsWith('work')))

const sweep = ({ testApp: { db, folder } }: UploadingSite, days: number, keepsOriginals = false) =>
  sweepUploads(
    {
      db,
      files: videosIn(folder),
      folder: join(folder, 'uploads'),
      node: '',
      keepsOriginals,
      onFailed: async () => {},
    },
    Date.now() + days * DAY,
  )

test('an upload that has not arrived is forgotten after a week', async () => {
  const site = await uploadingSite()
  await tus(site.origin, site.teacher, { method: 'POST', headers: { 'upload-length': '1000' } })
  expect((await sweep(site, 6)).uploads).toBe(0)
  expect((await sweep(site, 8)).uploads).toBe(1)
  expect(await inFolder(site, 'uploads')).toEqual([])
  expect((await site.teacher.request('GET', '/api/users/me/uploads')).json()).toMatchObject({
    usedBytes: 0,
    unfinished: [],
  })
})

test('the files of a deleted teacher go', async () => {
  const site = await uploadingSite()
  const { origin, teacher } = site
  await tus(origin, teacher, { method: 'POST', headers: { 'upload-length': '1000' } })
  await upload(origin, teacher, clip({ seconds: 1 }))
  await site.testApp.context.jobs.runDue()
  await site.testApp.db.deleteFrom('users').where('id', '=', teacher.id).execute()
  expect(await sweep(site, 0)).toEqual({ uploads: 1, videos: 1 })
  expect(await inFolder(site, 'uploads')).toEqual([])
  expect(await inFolder(site, 'videos')).toEqual([])
})

test('a video that nothing names goes after a day, and its original with it', async () => {
  const site = await uploadingSite({ KEEP_ORIGINALS: 'true' })
  const videoId = await upload(site.origin, site.teacher, clip({ seconds: 1 }))
  await site.testApp.context.jobs.runDue()
  expect(await inFolder(site, 'uploads')).toContain(videoId)
  expect((await sweep(site, 0.9, true)).videos).toBe(0)
  expect((await sweep(site, 1.1, true)).videos).toBe(1)
  expect(await inFolder(site, 'videos')).toEqual([])
  await sweep(site, 8, true)
  expect(await inFolder(site, 'uploads')).toEqual([])
})

test('a kept original lives as long as its video', async () => {
  const site = await uploadingSite({ KEEP_ORIGINALS: 'true' })
  const videoId = await upload(site.origin, site.teacher, clip({ seconds: 1 }))
  await site.testApp.context.jobs.runDue()
  // As if it had been uploaded weeks ago and a course showed it.
  const created_at = new Date(Date.now() + 20 * DAY).toISOString()
  await site.testApp.db.updateTable('videos').set({ created_at }).execute()
  await sweep(site, 10, true)
  expect(await inFolder(site, 'uploads')).toContain(videoId)
})

test('the original of a video that waits or is being prepared stays, however late it arrived', async () => {
  const site = await uploadingSite()
  const videoId = await upload(site.origin, site.teacher, clip({ seconds: 1 }))
  // A course shows it.
  const created_at = new Date(Date.now() + 20 * DAY).toISOString()
  for (const state of ['queued', 'working'] as const) {
    await site.testApp.db.updateTable('videos').set({ created_at, state }).execute()
    await sweep(site, 8)
    expect(await inFolder(site, 'uploads')).toContain(videoId)
  }
  await site.testApp.context.jobs.runDue()
  expect((await site.teacher.request('GET', `/api/videos/${videoId}`)).json().state).toBe('ready')
})

test('the week of an original begins when it has arrived', async () => {
  const site = await uploadingSite()
  const path = await beginUpload(site, 12)
  const { db } = site.testApp
  const expiresSoon = new Date(Date.now() + DAY).toISOString()
  await db.updateTable('uploads').set({ expires_at: expiresSoon }).execute()
  await sendPart(site, path, { offset: 0, bytes: brokenFilm(12) })
  const { state, expires_at } = await db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
  expect(state).toBe('finished')
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.now() + 6.9 * DAY)
})

test('the original of a video whose job is dead is kept for a week', async () => {
  const site = await uploadingSite()
  const { db } = site.testApp
  const videoId = await upload(site.origin, site.teacher, brokenFilm(100))
  await db.updateTable('jobs').set({ state: 'dead' }).where('kind', '=', 'uploads.prepare').execute()
  await db
    .updateTable('uploads')
    .set({ expires_at: new Date(0).toISOString() })
    .execute()
  await sweep(site, 0)
  const { state, fault } = (await site.teacher.request('GET', `/api/videos/${videoId}`)).json()
  expect([state, fault]).toEqual([
    'failed',
    'Preparing the video failed. Your original file is kept for 7 days.',
  ])
  await sweep(site, 6.9)
  expect(await inFolder(site, 'uploads')).toContain(videoId)
})

test('a video whose job is dead and whose original is gone says to upload it again', async () => {
  const site = await uploadingSite()
  const { db } = site.testApp
  const videoId = await upload(site.origin, site.teacher, brokenFilm(100))
  await db.updateTable('jobs').set({ state: 'dead' }).where('kind', '=', 'uploads.prepare').execute()
  await db.deleteFrom('uploads').execute()
  await sweep(site, 0)
  const { state, fault } = (await site.teacher.request('GET', `/api/videos/${videoId}`)).json()
  expect([state, fault]).toEqual(['failed', `${PREPARING_FAILED.failed} ${ORIGINAL_GONE}`])
})

test('a video that cannot be prepared is tried eight times, and its original is kept for a week', async () => {
  const site = await uploadingSite()
  const { testApp, teacher, origin } = site
  const videoId = await upload(origin, teacher, clip({ seconds: 1 }))
  // Nothing can be written where the videos are.
  await rm(join(testApp.folder, 'videos'), { recursive: true, force: true })
  const file = join(testApp.folder, 'videos')
  await writeFile(file, 'no folder')
  const fault = async () => (await teacher.request('GET', `/api/videos/${videoId}`)).json().fault
  const tryAgain = async (triesBefore: number) => {
    await testApp.db
      .updateTable('jobs')
      .set({ run_at: new Date(0).toISOString(), attempts: triesBefore })
      .where('kind', '=', 'uploads.prepare')
      .execute()
    await testApp.context.jobs.runDue()
  }
  await tryAgain(0)
  expect(await fault()).toBe('Preparing the video failed. We will try again.')
  await tryAgain(7)
  expect(await fault()).toBe('Preparing the video failed. Your original file is kept for 7 days.')
  const { expires_at } = await testApp.db.selectFrom('uploads').select('expires_at').executeTakeFirstOrThrow()
  expect(Date.parse(expires_at)).toBeGreaterThan(Date.now() + 6.9 * DAY)
  await sweep(site, 6.9)
  expect(await inFolder(site, 'uploads')).toContain(videoId)
  await sweep(site, 7.1)
  expect(await inFolder(site, 'uploads')).toEqual([])
})
