import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { expect, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/uploads.ts'
import { Upload as Form, openTestApp, picture, type TestApp, type TestUser } from '#server/test-app.ts'

/** A clip of test pictures with a tone, drawn by ffmpeg. */
function clip({ size = '320x180', seconds = 3, args = [] as string[], name = 'clip.mp4' } = {}): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-clip-'))
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  execFileSync('ffmpeg', ['-v', 'error', ...picture, ...sound, ...codecs, ...args, join(folder, name)])
  return readFileSync(join(folder, name))
}

async function aPlaylist(testApp: TestApp, teacher: TestUser): Promise<string> {
  const category = await testApp.category()
  const fields = { title: 'How JavaScript works', description: 'What happens between the lines.', category, draft: 'true' }
  const image = { field: 'mainPlaylistImage', bytes: await picture() }
  const { data } = (await teacher.request('POST', '/api/playlists', new Form(fields, image))).json()
  return data._id
}

const aWatch = async (user: TestUser, playlist: string, course: string) =>
  (await user.request('GET', `/api/courses/${playlist}/${course}`)).json()

/** Uploads a file with the client of the browser; gives the id of its video. */
function upload(origin: string, user: TestUser, file: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let videoId = ''
  new Upload(file, {
    endpoint: `${origin}/api/uploads`,
    chunkSize: CHUNK_BYTES,
    retryDelays: null,
    headers: { authorization: `Bearer ${user.token}` },
    metadata: { filename: 'clip.mp4' },
    onAfterResponse: (_request, response) => {
      videoId = response.getHeader('x-video-id') ?? videoId
    },
    onSuccess: () => resolve(videoId),
    onError: reject,
  }).start()
  return promise
}

const withFfmpeg = { environment: { PATH: process.env.PATH ?? '' } }

async function withTeacher() {
  const testApp = await openTestApp(withFfmpeg)
  const teacher = await testApp.user('Marta', 'Teacher')
  const origin = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  return { testApp, teacher, origin }
}

const stateOf = async (user: TestUser, videoId: string) =>
  (await user.request('GET', `/api/videos/${videoId}`)).json()

test('an uploaded file becomes a video that members can watch and nobody else', async () => {
  const { testApp, teacher, origin } = await withTeacher()
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
  expect(await stateOf(teacher, videoId)).toEqual({ _id: videoId, state: 'ready', progress: 100, durationSeconds: 3 })
  const watched = await aWatch(teacher, playlist, course._id)
  expect(watched).toMatchObject({ durationSeconds: 3, video: { storyboard: { every: 5, sheets: 1 } } })
  // The poster replaced the generated cover.
  expect(watched.tutorialImage.url).not.toBe(course.tutorialImage.url)

  const { master } = watched.video
  const playlistFile = await fetch(origin + master)
  expect(playlistFile.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
  expect(await playlistFile.text()).toContain('180p/index.m3u8')
  const segment = origin + master.replace('master.m3u8', '180p/00000.m4s')
  expect((await fetch(segment)).headers.get('cache-control')).toContain('immutable')
  const part = await fetch(segment, { headers: { range: 'bytes=0-99' } })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100])
  const foreign = (await fetch(origin + master.replace(videoId, '0'.repeat(24)))).status
  const changed = (await fetch(origin + master.replace(/\.(.)/, (_: string, first: string) => `.${first === 'A' ? 'B' : 'A'}`))).status
  expect([foreign, changed]).toEqual([403, 403])
})
