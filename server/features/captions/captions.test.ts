import { expect, test } from 'vitest'
import {
  CAPTIONS_NOT_TEXT,
  CAPTIONS_REQUIRED,
  CAPTIONS_TOO_LARGE,
  type Captions,
} from '#contract/captions/captions.ts'
import { CAPTIONS_EMPTY, CAPTIONS_NO_HEADER } from '#contract/captions/captions-file.ts'
import { LANGUAGE_MESSAGE } from '#contract/language.ts'
import { IMAGE_MAX_BYTES } from '#contract/media/media.ts'
import { openTestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'

const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
A function <i>remembers</i> the place &amp; time

00:00:04.500 --> 00:01:05.000 align:start
it was written in.
`
/** The same as it is stored. */
const STORED = `WEBVTT

00:00:01.000 --> 00:00:04.000
A function remembers the place &amp; time

00:00:04.500 --> 00:01:05.000
it was written in.
`
const SRT = `1
00:00:01,000 --> 00:00:04,000
Eine Funktion merkt sich

2
00:00:04,500 --> 00:00:08,000
ihren Ort.
`

async function openCourse() {
  const testApp = await openTestApp()
  const teacher = await testApp.user('Ada', 'Teacher')
  const student = await testApp.user('Sam')
  const playlistId = await insertPlaylist(testApp, { teacher })
  const courseId = await insertCourse(testApp, { playlistId })
  return { testApp, teacher, student, playlistId, courseId }
}

function fileOf(text: string | Buffer): Upload {
  return new Upload({}, { field: 'file', bytes: Buffer.from(text), name: 'captions.vtt', type: 'text/vtt' })
}

interface PutOptions {
  language?: string
  file?: string | Buffer
}

function put(user: TestUser, courseId: string, { language = 'en', file = VTT }: PutOptions = {}) {
  return user.request('PUT', `/api/courses/${courseId}/captions/${language}`, fileOf(file))
}

async function list(user: TestUser, courseId: string): Promise<Captions[]> {
  return (await user.request('GET', `/api/courses/${courseId}/captions`)).json().captions
}

test('captions are added, read, downloaded, replaced and deleted', async () => {
  const { testApp, teacher, student, playlistId, courseId } = await openCourse()
  const added = await put(teacher, courseId)
  expect(added.statusCode, added.body).toBe(200)
  expect(added.json()).toMatchObject({
    success: true,
    message: 'Captions saved.',
    captions: { language: 'en', label: 'English', origin: 'upload', cuesCount: 2 },
  })
  expect((await put(teacher, courseId, { language: 'de', file: SRT })).statusCode).toBe(200)
  expect((await list(teacher, courseId)).map(({ label }) => label)).toEqual(['English', 'German'])

  const course = (await student.request('GET', `/api/courses/${playlistId}/${courseId}`)).json()
  const { _id } = added.json().captions
  expect(course.captions).toEqual([
    { _id, language: 'en', label: 'English' },
    { _id: expect.any(String), language: 'de', label: 'German' },
  ])
  expect((await student.request('GET', `/api/captions/${_id}`)).json()).toEqual({
    cues: [
      { start: 1, end: 4, text: 'A function remembers the place & time' },
      { start: 4.5, end: 65, text: 'it was written in.' },
    ],
  })

  const file = (language: string) => teacher.request('GET', `/api/courses/${courseId}/captions/${language}`)
  expect((await file('en')).body).toBe(STORED)
  expect((await file('en')).headers['content-disposition']).toBe('attachment; filename="captions-en.vtt"')
  expect((await file('de')).body).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nEine Funktion merkt sich\n\n00:00:04.500 --> 00:00:08.000\nihren Ort.\n',
  )
  expect((await file('fr')).json().message).toBe('Captions not found.')

  await testApp.db.updateTable('captions').set({ origin: 'auto' }).execute()
  const replaced = await put(teacher, courseId, { file: VTT.replace('remembers', 'keeps') })
  expect(replaced.json().captions).toMatchObject({ _id, origin: 'upload' })
  expect((await list(teacher, courseId)).map(({ origin }) => origin)).toEqual(['upload', 'auto'])
  expect((await student.request('GET', `/api/captions/${_id}`)).json().cues[0].text).toContain('keeps')

  const remove = () => teacher.request('DELETE', `/api/courses/${courseId}/captions/en`)
  expect((await remove()).json()).toEqual({ success: true, message: 'Captions deleted.' })
  expect((await remove()).statusCode).toBe(404)
  expect((await student.request('GET', `/api/captions/${_id}`)).statusCode).toBe(404)
  const audit = await testApp.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'captions.deleted')
    .execute()
  expect(audit).toEqual([{ detail: '{"language":"en"}' }])
})

const CUE = '00:00:01.000 --> 00:00:02.000\nHello\n'

test.each([
  ['no header', '00:01.000 --> 00:02.000\nHello\n', CAPTIONS_NO_HEADER],
  ['another file', '<html>', CAPTIONS_NO_HEADER],
  [
    'a cue that ends before it starts',
    `WEBVTT\n\n${CUE}\n${CUE}\n${CUE}\n00:01:05.000 --> 00:01:02.000\nHello\n`,
    'Line 12: the end (00:01:02.000) is before the start (00:01:05.000).',
  ],
  [
    'the same in SubRip with Windows line ends',
    '1\r\n00:00:05,000 --> 00:00:02,000\r\nHello\r\n',
    'Line 2: the end (00:00:02.000) is before the start (00:00:05.000).',
  ],
  [
    'an empty cue',
    'WEBVTT\n\n00:01.000 --> 00:01.000\nHello\n',
    'Line 3: the end (00:01.000) is the same as the start.',
  ],
  [
    'a wrong time',
    'WEBVTT\n\n00:01.000 --> 0:2\nHello\n',
    'Line 3: “0:2” is not a time such as 00:01:05.000.',
  ],
  ['no cues', 'WEBVTT\n\nNOTE nothing\n', CAPTIONS_EMPTY],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x57]), CAPTIONS_NOT_TEXT],
  ['nothing', '', CAPTIONS_REQUIRED],
  ['too many lines', `WEBVTT\n${'\n'.repeat(200_000)}`, 'The file has too many lines.'],
])('a file with %s is rejected with a sentence', async (_, file, message) => {
  const { teacher, courseId } = await openCourse()
  const answer = await put(teacher, courseId, { file })
  expect([answer.statusCode, answer.json().message, answer.json().errors]).toEqual([
    400,
    message,
    { file: message },
  ])
  expect(await list(teacher, courseId)).toEqual([])
})

test('a file over 1 MiB and an unknown language are rejected', async () => {
  const { teacher, courseId } = await openCourse()
  const large = await put(teacher, courseId, { file: `WEBVTT\n\n${CUE}${'a'.repeat(1024 * 1024)}` })
  expect([large.statusCode, large.json().message]).toEqual([413, CAPTIONS_TOO_LARGE])
  const larger = await put(teacher, courseId, { file: Buffer.alloc(IMAGE_MAX_BYTES + 1, CUE) })
  expect([larger.statusCode, larger.json().message]).toEqual([413, CAPTIONS_TOO_LARGE])
  for (const language of ['English', 'e', '%F0%9F%98%80', 'toString']) {
    const answer = await put(teacher, courseId, { language })
    expect([answer.statusCode, answer.json().message], language).toEqual([400, LANGUAGE_MESSAGE])
  }
})

test('a hostile file takes no longer than another one of its size', async () => {
  const { teacher, courseId } = await openCourse()
  const many = (text: string) => text.repeat(1_000_000)
  const times = '00:01.000 --> 00:02.000'
  // Patterns that start over at each of these would take hours.
  for (const spaces of [`${many(' ')}-->`, `${times}${many(' ')}x`, `${times}\nHello${many('\r')}x`]) {
    const answer = await put(teacher, courseId, { file: `WEBVTT\n\n${times}\nHello\n\n${spaces}\nHello\n` })
    expect(answer.statusCode, answer.body).toBeLessThan(500)
  }
  for (const part of ['<', '<v ', 'x<i>', '{\\an8', '&', '[']) {
    const text = part.repeat(Math.floor(1_000_000 / part.length))
    const answer = await put(teacher, courseId, { file: `WEBVTT\n\n${times}\n${text}\n` })
    expect(answer.statusCode, answer.body).toBe(200)
  }
})

test('a byte order mark and lines that end in CR are read', async () => {
  const { teacher, courseId } = await openCourse()
  const answer = await put(teacher, courseId, { file: `\uFEFF${VTT.replaceAll('\n', '\r')}` })
  expect(answer.json().captions.cuesCount).toBe(2)
})

test('cues after the end of the video only cause a warning', async () => {
  const { testApp, teacher, courseId } = await openCourse()
  await testApp.db.updateTable('courses').set({ duration_s: 760 }).execute()
  const late = (count: number) =>
    `WEBVTT\n\n${CUE}\n${'00:12:40.000 --> 00:12:50.000\nLate\n\n'.repeat(count)}`
  const answer = await put(teacher, courseId, { file: late(312) })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().warning).toBe('312 cues start after the end of the video (12:40).')
  expect((await put(teacher, courseId, { file: late(1) })).json().warning).toBe(
    '1 cue starts after the end of the video (12:40).',
  )
  expect((await put(teacher, courseId)).json()).not.toHaveProperty('warning')
})

test('captions are as visible as their course, and only its teacher changes them', async () => {
  const { testApp, teacher, student, courseId } = await openCourse()
  const { _id } = (await put(teacher, courseId)).json().captions
  const other = await testApp.user('Eve', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const address = `/api/courses/${courseId}/captions`
  expect((await put(other, courseId)).statusCode).toBe(403)
  expect((await put(admin, courseId)).statusCode).toBe(403)
  expect((await other.request('GET', address)).statusCode).toBe(403)
  expect((await admin.request('GET', address)).statusCode).toBe(200)
  expect((await testApp.request('GET', `/api/captions/${_id}`)).statusCode).toBe(401)

  await testApp.db.updateTable('playlists').set({ status: 'pending' }).execute()
  for (const [user, status] of [
    [student, 404],
    [other, 404],
    [teacher, 200],
    [admin, 200],
  ] as const) {
    expect((await user.request('GET', `/api/captions/${_id}`)).statusCode).toBe(status)
    expect((await user.request('GET', address)).statusCode).toBe(status)
  }
})

test('a video has captions in at most 40 languages', async () => {
  const { teacher, courseId } = await openCourse()
  const letters = [...'abcdefgh']
  const languages = letters.flatMap((first) => letters.slice(0, 5).map((second) => `q${first}${second}`))
  for (const language of languages) expect((await put(teacher, courseId, { language })).statusCode).toBe(200)
  const answer = await put(teacher, courseId, { language: 'en' })
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'A video can have captions in at most 40 languages.',
  ])
})

test('a playlist says which of its courses have captions', async () => {
  const { testApp, teacher, playlistId, courseId } = await openCourse()
  await insertCourse(testApp, { playlistId, title: 'Without' })
  await put(teacher, courseId)
  const { courses } = (await testApp.request('GET', `/api/playlists/${playlistId}`)).json()
  expect(courses.map(({ hasCaptions }: { hasCaptions?: true }) => hasCaptions)).toEqual([true, undefined])
})

test('captions that were saved meanwhile are not overwritten', async () => {
  const { teacher, courseId } = await openCourse()
  await put(teacher, courseId)
  const { captions } = (await teacher.request('GET', `/api/courses/${courseId}/captions`)).json()
  const save = (updatedAt: string) =>
    teacher.request(
      'PUT',
      `/api/courses/${courseId}/captions/en`,
      new Upload(
        { updatedAt },
        { field: 'file', bytes: Buffer.from(STORED), name: 'captions.vtt', type: 'text/vtt' },
      ),
    )
  const rejected = await save('2026-01-02T03:04:05.678Z')
  expect(rejected.statusCode, rejected.body).toBe(409)
  expect(rejected.json()).toMatchObject({ code: 'conflict', data: captions[0] })
  expect((await save(captions[0].updatedAt)).statusCode).toBe(200)
})
