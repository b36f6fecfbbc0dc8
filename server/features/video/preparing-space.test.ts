import { expect, test } from 'vitest'
import { NO_SPACE } from '#contract/video/uploads.ts'
import { fillDisk, GIB, RESERVE } from '#server/test-disk.ts'
import { brokenPrograms, encoding } from '#server/test-ffmpeg.ts'
import { clip, stateOf, tryNow, upload, uploadingSite } from '#server/test-videos.ts'

const WAITS = { state: 'queued', fault: `${NO_SPACE} We will try again.` }

test('a video is prepared only while the disk has its reserve, and the admins hear of it', async () => {
  const site = await uploadingSite()
  const admin = await site.testApp.user('Root', 'Student', { isAdmin: true })
  const id = await upload(site.origin, site.teacher, clip({ seconds: 1 }))
  fillDisk(RESERVE - 1)
  await tryNow(site)
  expect(await stateOf(site, id)).toMatchObject(WAITS)
  const { notifications } = (await admin.request('GET', '/api/notifications')).json()
  expect(notifications).toMatchObject([{ kind: 'broken', data: { problem: 'full-disk' } }])
  fillDisk(20 * GIB)
  await tryNow(site)
  expect((await stateOf(site, id)).state).toBe('ready')
})

test('a disk that fills up while a video is encoded stops its encoder', async () => {
  const programs = await brokenPrograms(encoding('echo out_time_us=1000; sleep 600'))
  const site = await uploadingSite(programs.environment)
  const id = await upload(site.origin, site.teacher, clip({ seconds: 1 }))
  fillDisk(20 * GIB, RESERVE - 1)
  await site.testApp.context.jobs.runDue()
  expect(await stateOf(site, id)).toMatchObject(WAITS)
  await programs.repair()
  fillDisk(20 * GIB)
  await tryNow(site)
  expect((await stateOf(site, id)).state).toBe('ready')
})
