import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { Upload as Form, picture, type TestApp, type TestUser } from '#server/test-app.ts'
import { privateS3 } from '#server/test-s3.ts'
import { beginUpload, clip, sendPart, upload, uploadingSite } from '#server/test-videos.ts'
import { openVideos } from './video-files.ts'

async function aPlaylist(testApp: TestApp, teacher: TestUser): Promise<string> {
  const category = await testApp.category()
  const fields = {
    title: 'How JavaScript works',
    description: 'What happens between the lines.',
    category,
    draft: 'true',
  }
  const image = { field: 'mainPlaylistImage', bytes: await picture() }
  const { data } = (await teacher.request('POST', '/api/playlists', new Form(fields, image))).json()
  return data._id
}

const aWatch = async (user: TestUser, playlist: string, course: string) =>
  (await user.request('GET', `/api/courses/${playlist}/${course}`)).json()

const stateOf = async (user: TestUser, videoId: string) =>
  (await user.request('GET', `/api/videos/${videoId}`)).json()

test('an uploaded file becomes a video that members can watch and nobody else', async () => {
  const { testApp, teacher, origin } = await uploadingSite()
  const videoId = await upload(origin, teacher, clip())
  expect(videoId).toMatch(/^[0-9a-f]{24}$/)
  expect(await stateOf(teacher, videoId)).toMatchObject({ state: 'queued' })
  const playlist = await aPlaylist(testApp, teacher)
  const draft = { source: 'upload', key: videoId, title: 'Closures at last', image: true }
  const added = await teacher.request('POST', `/api/playlists/${playlist}/courses`, { items: [draft] })
  expect(added.statusCode).toBe(201)
  const [course] = added.json().data
  expect((await aWatch(teacher, playlist, course._id)).video).toEqual({ source: 'upload', key: videoId })

  await testApp.context.jobs.runDue()
  expect(await stateOf(teacher, videoId)).toEqual({
    _id: videoId,
    state: 'ready',
    progress: 100,
    durationSeconds: 3,
    quality: '180p',
    master: expect.stringMatching(/^\/v\/.*\/master\.m3u8$/),
  })
  const watched = await aWatch(teacher, playlist, course._id)
  expect(watched).toMatchObject({
    durationSeconds: 3,
    video: { storyboard: { every: 5, width: 320, height: 180, columns: 5, rows: 5, sheets: 1 } },
  })
  // The poster replaced the generated cover.
  expect(watched.tutorialImage.url).not.toBe(course.tutorialImage.url)

  const { master } = watched.video
  const playlistFile = await fetch(origin + master)
  expect(playlistFile.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
  expect(await playlistFile.text()).toContain('180p/index.m3u8')
  const segment = origin + master.replace('master.m3u8', '180p/00000.m4s')
  // The first answer comes from the disk and the later ones from memory.
  const answers = [await fetch(segment), await fetch(segment), await fetch(segment)]
  for (const { status, headers } of answers) {
    expect([status, headers.get('content-type')]).toEqual([200, 'video/iso.segment'])
    expect(headers.get('cache-control')).toMatch(/^private, .*immutable$/)
  }
  const [first, ...later] = await Promise.all(
    answers.map(async (each) => Buffer.from(await each.arrayBuffer())),
  )
  for (const each of later) expect(each.equals(first ?? Buffer.alloc(0))).toBe(true)
  const part = await fetch(segment, { headers: { range: 'bytes=0-99' } })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100])
  const foreign = (await fetch(origin + master.replace(videoId, '0'.repeat(24)))).status
  const changed = (
    await fetch(
      origin + master.replace(/\.(.)/, (_: string, first: string) => `.${first === 'A' ? 'B' : 'A'}`),
    )
  ).status
  const expired = `/v/${testApp.context.secrets.sign(`video ${videoId}`, String(Date.now() - 1))}/${videoId}/master.m3u8`
  expect([foreign, changed, (await fetch(origin + expired)).status]).toEqual([403, 403, 403])
})

test('other users of the machine can read neither the original nor the prepared video', async () => {
  const site = await uploadingSite({ KEEP_ORIGINALS: 'true' })
  const { testApp, teacher, origin } = site
  const path = await beginUpload(site, 1000)
  await sendPart(site, path, { offset: 0, bytes: Buffer.alloc(10) })
  await upload(origin, teacher, clip({ seconds: 1 }))
  await testApp.context.jobs.runDue()
  for (const name of ['uploads', 'videos']) {
    const folder = join(testApp.folder, name)
    const entries = await readdir(folder, { recursive: true })
    expect(entries.length).toBeGreaterThan(3)
    for (const each of [folder, ...entries.map((entry) => join(folder, entry))]) {
      const found = await stat(each)
      expect([each, (found.mode & 0o777).toString(8)]).toEqual([each, found.isDirectory() ? '750' : '640'])
    }
  }
})

test('in a bucket, videos are stored, served by ranges and deleted like files', async () => {
  const s3 = await privateS3()
  const { testApp, teacher, origin } = await uploadingSite(s3.environment)
  const videoId = await upload(origin, teacher, clip({ seconds: 1 }))
  await testApp.context.jobs.runDue()
  const { state, master } = await stateOf(teacher, videoId)
  expect(state).toBe('ready')
  expect(await readdir(testApp.folder)).not.toContain('videos')
  const playlist = await fetch(origin + master)
  expect([playlist.status, playlist.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.apple.mpegurl',
  ])
  const segment = origin + master.replace('master.m3u8', '180p/00000.m4s')
  const whole = Buffer.from(await (await fetch(segment)).arrayBuffer())
  const part = await fetch(segment, { headers: { range: 'bytes=10-19' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${whole.length}`])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20))
  expect((await fetch(segment.replace('00000', '00009'))).status).toBe(404)

  const files = openVideos(readConfig({ ...s3.environment, DATA_DIR: testApp.folder }))
  expect(await files.folders()).toEqual([videoId])
  await files.removeFolder(videoId)
  expect(await files.folders()).toEqual([])
})
