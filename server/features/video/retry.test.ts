import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ORIGINAL_GONE, UNREADABLE } from '#contract/video/uploads.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { brokenFilm, clip, type UploadingSite, upload, uploadingSite } from '#server/test-videos.ts'
import { sweepUploads } from './sweep.ts'
import { videosIn } from './video-files.ts'

const DAY = 86_400_000

const retry = ({ teacher }: UploadingSite, id: string, user = teacher) =>
  user.request('POST', `/api/videos/${id}/retry`)

async function refused(site: UploadingSite, file = brokenFilm(100)): Promise<string> {
  const id = await upload(site.origin, site.teacher, file)
  await site.testApp.context.jobs.runDue()
  return id
}

const usedBytes = async ({ teacher }: UploadingSite) =>
  (await teacher.request('GET', '/api/users/me/uploads')).json().usedBytes

function sweep({ testApp: { db, folder } }: UploadingSite, days: number) {
  const files = videosIn(folder)
  const sweeping = {
    db,
    files,
    folder: join(folder, 'uploads'),
    node: '',
    onFailed: async () => {},
    keepsOriginals: false,
  }
  return sweepUploads(sweeping, Date.now() + days * DAY)
}

test('a failed video is prepared from its original when its teacher tries again', async () => {
  const site = await uploadingSite()
  const id = await upload(site.origin, site.teacher, clip({ seconds: 1 }))
  // As if every try had failed.
  await site.testApp.db.deleteFrom('jobs').where('kind', '=', 'uploads.prepare').execute()
  await site.testApp.db.updateTable('videos').set({ state: 'failed', fault: 'No.' }).execute()
  const other = await site.testApp.user('Bea', 'Teacher')
  expect((await retry(site, id, other)).statusCode).toBe(404)
  expect((await retry(site, id)).json()).toEqual({ _id: id, state: 'queued', progress: 0 })
  // A second press changes nothing.
  expect((await retry(site, id)).json().state).toBe('queued')
  await site.testApp.context.jobs.runDue()
  expect((await retry(site, id)).json().state).toBe('ready')
})

test('a refused file can be tried again for a day, and takes space until then', async () => {
  const site = await uploadingSite()
  const id = await refused(site)
  expect(await usedBytes(site)).toBe(100)
  expect((await retry(site, id)).json().state).toBe('queued')
  await site.testApp.context.jobs.runDue()
  expect((await site.teacher.request('GET', `/api/videos/${id}`)).json()).toMatchObject({
    state: 'failed',
    fault: UNREADABLE,
  })
  await site.testApp.db
    .updateTable('videos')
    .set({ created_at: new Date(Date.now() + DAY).toISOString() })
    .execute()
  await sweep(site, 0.9)
  expect(await usedBytes(site)).toBe(100)
  await sweep(site, 1.1)
  expect(await usedBytes(site)).toBe(0)
  const answer = await retry(site, id)
  expect([answer.statusCode, answer.json().message]).toEqual([409, ORIGINAL_GONE])
})

test('an original that is missing on the disk is not tried', async () => {
  const site = await uploadingSite()
  const id = await refused(site)
  await rm(join(site.testApp.folder, 'uploads', id))
  expect((await retry(site, id)).json().message).toBe(ORIGINAL_GONE)
})

test('the course of a failed video says why', async () => {
  const site = await uploadingSite()
  const playlistId = await insertPlaylist(site.testApp, { teacher: site.teacher })
  const key = await upload(site.origin, site.teacher, brokenFilm(100))
  const items = [{ source: 'upload', key, title: 'Closures at last', image: true }]
  const added = await site.teacher.request('POST', `/api/playlists/${playlistId}/courses`, { items })
  await site.testApp.context.jobs.runDue()
  const [course] = added.json().data
  const { video } = (await site.teacher.request('GET', `/api/courses/${playlistId}/${course._id}`)).json()
  expect(video).toEqual({ source: 'upload', key, fault: UNREADABLE })
})
