import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertPlaylist } from '#server/test-publications.ts'
import { privateS3 } from '#server/test-s3.ts'
import { clip, drawn, type UploadingSite, upload, uploadingSite } from '#server/test-videos.ts'
import { enqueueMissingTranscriptions } from './transcribe.ts'

/** Says what it was given: the sound, the language and the environment. */
const SAYS = `
const [, , wav, language] = process.argv
const sound = require('node:fs').readFileSync(wav)
const text = [sound.readUInt32LE(24), sound.readUInt16LE(22), Math.round(sound.length / 32000), language, ...Object.keys(process.env)]
console.error('thinking')
console.log('WEBVTT\\n\\n00:00.000 --> 00:02.000\\nHeard ' + text.join(' ') + '\\n')`

/** A program of the operator, which a test may replace, and the settings that name it. */
async function commandOf(program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-speech-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'speech.cjs')
  const replace = (by: string) => writeFile(file, by)
  await replace(program)
  return { replace, environment: { TRANSCRIBE_COMMAND: `${process.execPath}  ${file}` } }
}

const FILM = clip({ size: '128x72', seconds: 3 })

interface Lesson {
  site: UploadingSite
  playlistId: string
  videoId: string
  courseId: string
}

/** A course with an uploaded video that is ready, after all jobs have run. */
async function aLesson(environment: Record<string, string>, film = FILM): Promise<Lesson> {
  const site = await uploadingSite(environment)
  const playlistId = await insertPlaylist(site.testApp, { teacher: site.teacher })
  await site.testApp.db.updateTable('playlists').set({ language: 'de' }).execute()
  const videoId = await upload(site.origin, site.teacher, film)
  const courseId = await addCourse(site, playlistId, videoId)
  await site.testApp.context.jobs.runDue()
  return { site, playlistId, videoId, courseId }
}

async function addCourse({ teacher }: UploadingSite, playlistId: string, key: string): Promise<string> {
  const items = [{ source: 'upload', key, title: 'Closures at last', image: true }]
  const added = await teacher.request('POST', `/api/playlists/${playlistId}/courses`, { items })
  expect(added.statusCode, added.body).toBe(201)
  return added.json().data[0]._id
}

const captionsOf = async (user: TestUser, courseId: string) =>
  (await user.request('GET', `/api/courses/${courseId}/captions`)).json().captions

async function firstCue(user: TestUser, courseId: string): Promise<string> {
  const [captions] = await captionsOf(user, courseId)
  return (await user.request('GET', `/api/captions/${captions._id}`)).json().cues[0].text
}

const offered = async (user: TestUser, { playlistId, courseId }: Pick<Lesson, 'playlistId' | 'courseId'>) =>
  (await user.request('GET', `/api/courses/${playlistId}/${courseId}`)).json().captions

function put(user: TestUser, courseId: string, text: string) {
  const file = { field: 'file', bytes: Buffer.from(text), name: 'captions.vtt', type: 'text/vtt' }
  return user.request('PUT', `/api/courses/${courseId}/captions/de`, new Upload({}, file))
}

const jobsOf = (testApp: TestApp) =>
  testApp.db.selectFrom('jobs').selectAll().where('kind', '=', 'captions.transcribe').execute()

test('a program writes captions of an uploaded video, which are marked until the teacher has checked them', async () => {
  const { environment } = await commandOf(SAYS)
  const lesson = await aLesson(environment)
  const { teacher, testApp } = lesson.site
  const { courseId } = lesson
  const [captions] = await captionsOf(teacher, courseId)
  expect(captions).toMatchObject({ language: 'de', label: 'German', origin: 'auto', cuesCount: 1 })
  expect(await offered(teacher, lesson)).toEqual([
    { _id: captions._id, language: 'de', label: 'German', auto: true },
  ])
  // 16 kHz, one channel, three seconds, the language of the playlist, and no variable but PATH.
  const { cues } = (await teacher.request('GET', `/api/captions/${captions._id}`)).json()
  expect(cues).toEqual([{ start: 0, end: 2, text: 'Heard 16000 1 3 de PATH' }])
  expect(await readdir(join(testApp.folder, 'uploads', 'work'))).toEqual([])

  await testApp.db.updateTable('courses').set({ status: 'approved' }).execute()
  const vtt = (await teacher.request('GET', `/api/courses/${courseId}/captions/de`)).body
  expect((await put(teacher, courseId, vtt)).json().captions.origin).toBe('upload')
  expect(await offered(teacher, lesson)).toEqual([{ _id: captions._id, language: 'de', label: 'German' }])
})

test('what a program heard is found as soon as the course is public', async () => {
  const { environment } = await commandOf(SAYS)
  const { site } = await aLesson(environment)
  const { testApp } = site
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const found = async () => (await testApp.request('GET', '/api/search/moments?q=heard')).json().videos
  expect(await found()).toEqual([])
  const { id } = await testApp.db.selectFrom('courses').select('id').executeTakeFirstOrThrow()
  await admin.request('POST', `/api/courses/approve-course/${id}`, { isCourseApproved: 'approved' })
  await testApp.context.jobs.runDue()
  expect(await found()).toHaveLength(1)
})

test('automatic captions come to each course of the video, and never replace those of a teacher', async () => {
  const { environment, replace } = await commandOf(SAYS)
  const { site, courseId, playlistId, videoId } = await aLesson(environment)
  const { teacher, testApp } = site
  await put(teacher, courseId, 'WEBVTT\n\n00:00.000 --> 00:01.000\nBy hand\n')
  await replace(SAYS.replace('Heard', 'Understood'))
  const other = await addCourse(site, playlistId, videoId)
  await testApp.context.jobs.runDue()
  expect(await firstCue(teacher, courseId)).toBe('By hand')
  expect(await firstCue(teacher, other)).toContain('Understood')
  expect((await captionsOf(teacher, other))[0].origin).toBe('auto')
})

test('captions that a program wrote go with the video, and the next one gets its own', async () => {
  const { environment } = await commandOf(SAYS)
  const { site, courseId, playlistId } = await aLesson(environment)
  const { teacher, testApp } = site
  const longer = await upload(site.origin, teacher, clip({ size: '128x72', seconds: 5 }))
  await testApp.context.jobs.runDue()
  const change = new Upload({ video: `upload:${longer}` })
  const changed = await teacher.request('PUT', `/api/courses/${playlistId}/${courseId}`, change)
  expect(changed.statusCode, changed.body).toBe(200)
  expect(await captionsOf(teacher, courseId)).toEqual([])
  await testApp.context.jobs.runDue()
  expect(await firstCue(teacher, courseId)).toBe('Heard 16000 1 5 de PATH')
}, 60_000)

test('a faulty file is tried again, then the admins hear of it; without speech there are no captions', async () => {
  const faulty = 'console.log("WEBVTT\\n\\n00:02.000 --> 00:01.000\\nNo")'
  const { environment, replace } = await commandOf(faulty)
  const { site, courseId } = await aLesson(environment)
  const { teacher, testApp } = site
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const again = async (attempts: number) => {
    const changes = { attempts, state: 'ready', run_at: new Date().toISOString() } as const
    await testApp.db.updateTable('jobs').set(changes).where('kind', '=', 'captions.transcribe').execute()
    await testApp.context.jobs.runDue()
  }
  expect(await jobsOf(testApp)).toMatchObject([{ state: 'ready', attempts: 1 }])
  const sentence =
    'TRANSCRIBE_COMMAND wrote no valid WebVTT. Line 3: the end (00:01.000) is before the start (00:02.000).'
  expect((await jobsOf(testApp))[0]?.last_error).toContain(sentence)
  await again(7)
  expect(await jobsOf(testApp)).toMatchObject([{ state: 'dead' }])
  expect((await admin.request('GET', '/api/notifications')).json().unread).toBeGreaterThan(0)

  await replace('console.log("<html>")')
  await again(1)
  expect((await jobsOf(testApp))[0]?.last_error).toContain('The file must start with WEBVTT.')
  await replace('console.log("WEBVTT")')
  await again(1)
  expect(await jobsOf(testApp)).toEqual([])
  expect(await captionsOf(teacher, courseId)).toEqual([])
  expect(await readdir(join(testApp.folder, 'uploads', 'work'))).toEqual([])
})

test('a program that is not there is named', async () => {
  const { site } = await aLesson({ TRANSCRIBE_COMMAND: '/nowhere/whisper --fast' })
  const [job] = await jobsOf(site.testApp)
  expect(job?.last_error).toContain('TRANSCRIBE_COMMAND could not be started:')
  expect(job?.last_error).toContain('/nowhere/whisper')
})

test('a video without sound has no captions', async () => {
  const { environment } = await commandOf(SAYS)
  const silent = drawn(['-f', 'lavfi', '-i', 'testsrc2=s=128x72:r=25:d=2', '-pix_fmt', 'yuv420p'])
  const { site, courseId } = await aLesson(environment, silent)
  expect(await captionsOf(site.teacher, courseId)).toEqual([])
  expect(await jobsOf(site.testApp)).toEqual([])
})

test('a video in a bucket is transcribed, too', async () => {
  const { environment } = await commandOf(SAYS)
  const { site, courseId } = await aLesson({ ...(await privateS3()).environment, ...environment })
  expect(await captionsOf(site.teacher, courseId)).toMatchObject([{ origin: 'auto', cuesCount: 1 }])
})

test('a video that was ready before the setting gets its captions by a command, once', async () => {
  const { environment } = await commandOf(SAYS)
  const { site, courseId } = await aLesson(environment)
  const { testApp, teacher } = site
  await testApp.db.deleteFrom('captions').execute()
  expect(await enqueueMissingTranscriptions(testApp.db)).toBe(1)
  await testApp.context.jobs.runDue()
  expect(await firstCue(teacher, courseId)).toContain('Heard')
  expect(await enqueueMissingTranscriptions(testApp.db)).toBe(0)
})

test('without the setting there is no job', async () => {
  const { site, courseId } = await aLesson({})
  expect(await captionsOf(site.teacher, courseId)).toEqual([])
  expect(await jobsOf(site.testApp)).toEqual([])
})
