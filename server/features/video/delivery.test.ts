import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { newId } from '#server/data/ids.ts'
import { openTestApp } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { privateS3 } from '#server/test-s3.ts'
import { openVideos } from './video-files.ts'
import { insertVideo, updateVideo } from './videos.queries.ts'

const SEGMENT = Buffer.from('0123456789')

/** A public course with an uploaded video of two files; videos are in the folder or in a bucket. */
async function openSchool(environment: Record<string, string> = {}) {
  const testApp = await openTestApp({ environment })
  const { db, folder, request } = testApp
  const files = openVideos(readConfig({ ...environment, DATA_DIR: folder }))
  const [teacher, student] = [await testApp.user('Ada', 'Teacher'), await testApp.user('Sam')]
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  const videoId = newId()
  const created_at = new Date().toISOString()
  await insertVideo(db, { id: videoId, owner_id: teacher.id, bytes: 10, created_at })
  await updateVideo(db, videoId, { state: 'ready', duration_s: 3 })
  const shown = { source: 'upload', source_key: videoId, video_id: '' } as const
  await db.updateTable('courses').set(shown).where('id', '=', courseId).execute()
  await files.put([
    { name: `${videoId}/master.m3u8`, bytes: Buffer.from('#EXTM3U') },
    { name: `${videoId}/720p/00000.m4s`, bytes: SEGMENT },
  ])
  const path = `/api/courses/${playlistId}/${courseId}`
  const addressFor = async (user: typeof student): Promise<string> =>
    (await user.request('GET', path)).json().video.master
  const ownAddress = async (user: typeof student): Promise<string> =>
    (await user.request('GET', `/api/videos/${videoId}`)).json().master
  const statusOf = async (address: string) => (await request('GET', address)).statusCode
  return {
    testApp,
    teacher,
    student,
    admin,
    files,
    playlistId,
    videoId,
    path,
    addressFor,
    ownAddress,
    statusOf,
  }
}

test('no shared cache keeps the files of a video, and the browser keeps them', async () => {
  const { testApp, student, addressFor } = await openSchool()
  const master = await addressFor(student)
  for (const file of ['master.m3u8', '720p/00000.m4s']) {
    const { headers } = await testApp.request('GET', master.replace('master.m3u8', file))
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable')
  }
})

test.each(['course', 'playlist'] as const)(
  'the address of a video ends with the publication of its %s, for viewers and not for its owner and admins',
  async (hidden) => {
    const { testApp, teacher, student, admin, statusOf, addressFor, ownAddress } = await openSchool()
    const given = await addressFor(student)
    expect(await statusOf(given)).toBe(200)
    const table = hidden === 'course' ? 'courses' : 'playlists'
    await testApp.db.updateTable(table).set({ status: 'cancel' }).execute()
    const answer = await testApp.request('GET', given.replace('master.m3u8', '720p/00000.m4s'))
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'This address has expired.'])
    const theirs = [await addressFor(teacher), await addressFor(admin), await ownAddress(teacher)]
    for (const address of theirs) expect(await statusOf(address)).toBe(200)
    await testApp.db.updateTable(table).set({ status: 'approved' }).execute()
    for (const address of [given, ...theirs]) expect(await statusOf(address)).toBe(200)
  },
)

test('a playlist says which of its videos are stored on this site', async () => {
  const { testApp, student, playlistId } = await openSchool()
  await insertCourse(testApp, { playlistId })
  const { courses } = (await student.request('GET', `/api/playlists/${playlistId}`)).json()
  expect(courses.map(({ isStored }: { isStored?: true }) => isStored)).toEqual([true, undefined])
})

test('every address ends with its course, and that of the owner with the video', async () => {
  const { testApp, teacher, student, admin, path, addressFor, ownAddress, statusOf } = await openSchool()
  const given = [await addressFor(student), await addressFor(teacher), await addressFor(admin)]
  await testApp.db.updateTable('courses').set({ status: 'pending' }).execute()
  given.push(await addressFor(teacher), await addressFor(admin))
  const own = await ownAddress(teacher)
  expect((await teacher.request('DELETE', path)).statusCode).toBe(200)
  for (const address of given) expect(await statusOf(address)).toBe(403)
  expect(await statusOf(own)).toBe(200)
  await testApp.db.deleteFrom('videos').execute()
  expect(await statusOf(own)).toBe(403)
})

test('an address of a course does not hold for another video that it shows by now', async () => {
  const { testApp, student, addressFor, statusOf } = await openSchool()
  const given = await addressFor(student)
  await testApp.db.updateTable('courses').set({ source_key: newId() }).execute()
  expect(await statusOf(given)).toBe(403)
})

test.each(['a folder', 'a bucket'])('ranges and missing files of videos in %s', async (place) => {
  const environment = place === 'a bucket' ? (await privateS3()).environment : {}
  const { testApp, student, addressFor } = await openSchool(environment)
  const master = await addressFor(student)
  const segment = master.replace('master.m3u8', '720p/00000.m4s')
  const answerTo = async (range: string) => {
    const { statusCode, headers, body } = await testApp.request('GET', segment, undefined, { range })
    return [statusCode, headers['content-range'], statusCode < 300 ? body : JSON.parse(body).code]
  }
  const ranges: [range: string, status: number, contentRange: string | undefined, body: string][] = [
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=8-', 206, 'bytes 8-9/10', '89'],
    ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=10-', 416, 'bytes */10', 'range_not_satisfiable'],
    ['bytes=99-100', 416, 'bytes */10', 'range_not_satisfiable'],
    ['bytes=-0', 416, 'bytes */10', 'range_not_satisfiable'],
    ...['bytes=4-2', 'bytes=-', 'bytes=a-b', 'bytes 0-1', 'items=0-1', 'bytes=0-1,4-5', 'bytes=1'].map(
      (range): [string, number, undefined, string] => [range, 200, undefined, '0123456789'],
    ),
  ]
  for (const [range, ...expected] of ranges) expect([range, await answerTo(range)]).toEqual([range, expected])

  for (const file of ['1.m4s', 'x.m3u8', '720p/00009.m4s', '720p/init.mp4', 'storyboard-9.jpg', 'x.ts', '']) {
    for (const range of ['', 'bytes=0-1']) {
      const address = master.replace('master.m3u8', file)
      const { statusCode, headers, body } = await testApp.request('GET', address, undefined, { range })
      expect([file, statusCode, JSON.parse(body).code]).toEqual([file, 404, 'not_found'])
      expect(headers['cache-control']).toBe('no-store')
    }
  }
})

test.each(['a folder', 'a bucket'])('every answer for a file that is lost in %s is a 404', async (place) => {
  const environment = place === 'a bucket' ? (await privateS3()).environment : {}
  const { testApp, student, files, videoId, addressFor } = await openSchool(environment)
  const master = await addressFor(student)
  await files.removeFolder(videoId)
  for (const file of ['master.m3u8', '720p/00000.m4s']) {
    const address = master.replace('master.m3u8', file)
    // From the second request on the file is read into memory.
    const answers = [
      ...(await Array.fromAsync([1, 2, 3], () => testApp.request('GET', address))),
      await testApp.request('GET', address, undefined, { range: 'bytes=0-1' }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  }
})

test('a bucket that fails is a 503', async () => {
  const s3 = await privateS3()
  const { student, addressFor, statusOf } = await openSchool(s3.environment)
  const master = await addressFor(student)
  s3.fault('failing')
  // The second request reads the file into memory.
  expect([await statusOf(master), await statusOf(master)]).toEqual([503, 503])
  s3.fault('none')
  expect(await statusOf(master)).toBe(200)
})

test('a part that the bucket does not give has no headers of a part', async () => {
  const s3 = await privateS3()
  const { testApp, student, addressFor } = await openSchool(s3.environment)
  const master = await addressFor(student)
  // The bucket still says how large the file is.
  s3.fault('failing', 'GET')
  const { statusCode, headers } = await testApp.request('GET', master, undefined, { range: 'bytes=0-1' })
  expect([statusCode, headers['content-range']]).toEqual([503, undefined])
})
