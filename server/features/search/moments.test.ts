import { expect, test } from 'vitest'
import type { FoundVideo } from '#contract/search/search.ts'
import { transaction } from '#server/data/database.ts'
import { rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { searchFaults } from '#server/features/search/index/search-index-check.queries.ts'
import { openTestApp, type TestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { purgeTrash } from '#server/test-trash.ts'

async function openSchool(cached = false) {
  const testApp = await openTestApp({ cached })
  const ada = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher: ada, title: 'JavaScript' })
  const courseId = await insertCourse(testApp, { playlistId, title: 'Closures' })
  return { testApp, ada, admin, playlistId, courseId }
}

const two = (number: number) => String(number).padStart(2, '0')
const clock = (seconds: number) => `00:${two(Math.floor(seconds / 60))}:${two(seconds % 60)}.000`

/** One cue every ten seconds, so that three are a passage. */
function vttOf(texts: string[]): string {
  const cues = texts.map((text, n) => `${clock(n * 10)} --> ${clock(n * 10 + 9)}\n${text}\n`)
  return ['WEBVTT\n', ...cues].join('\n')
}

interface Said {
  courseId: string
  texts: string[]
  language?: string
}

async function say(
  testApp: TestApp,
  teacher: TestUser,
  { courseId, texts, language = 'en' }: Said,
): Promise<void> {
  const answer = await teacher.request(
    'PUT',
    `/api/courses/${courseId}/captions/${language}`,
    new Upload({}, { field: 'file', bytes: Buffer.from(vttOf(texts)) }),
  )
  expect(answer.statusCode, answer.body).toBe(200)
  await testApp.context.jobs.runDue()
}

async function search({ request }: Pick<TestUser, 'request'>, q: string, more = ''): Promise<FoundVideo[]> {
  const answer = await request('GET', `/api/search/moments?q=${encodeURIComponent(q)}${more}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().videos
}

const secondsOf = (videos: FoundVideo[]) => videos.map(({ moments }) => moments.map(({ at }) => at))
const titlesOf = (videos: FoundVideo[]) => videos.map(({ course }) => course.videoTitle)

const LESSON = [
  'Inside it we write a second function.',
  'We do not call it, we hand it out.',
  'Whoever called it now holds a function.',
  'The question of this video is old.',
  'But closures keep the variable alive, even after the call is over and done.',
  'Nobody passed the number in.',
  'Now I call it a second time.',
  'A new backpack.',
]

test('a sentence in a video is found with its second and its words', async () => {
  const { testApp, ada, playlistId, courseId } = await openSchool()
  await say(testApp, ada, { courseId, texts: LESSON })
  const [video, ...others] = await search(testApp, 'closures')
  expect(others).toEqual([])
  expect(video).toMatchObject({
    course: { _id: courseId, videoTitle: 'Closures', durationSeconds: null },
    playlist: { _id: playlistId, title: 'JavaScript', category: 'development' },
    teacher: { username: 'Ada' },
    moments: [{ at: 40 }],
  })
  expect(video?.moments[0]?.excerpt).toEqual([
    { text: 'But ', found: false },
    { text: 'closures', found: true },
    {
      text: ' keep the variable alive, even after the call is over and done. Nobody passed the number in. Now I call it a second time. A new',
      found: false,
    },
  ])
  expect(await search(testApp, 'closure variables')).toEqual([])
  expect(secondsOf(await search(testApp, 'closu alive'))).toEqual([[40]])
  expect(await search(testApp, 'nothing')).toEqual([])
})

test('a passage has about thirty seconds, ends with a cue, and changes with the captions', async () => {
  const { testApp, ada, courseId } = await openSchool()
  const passages = () =>
    testApp.db.selectFrom('passages').select(['start_s', 'end_s', 'cues']).orderBy('position').execute()
  const cues = [
    '00:00:00.000 --> 00:00:25.000\nOne',
    '00:00:25.000 --> 00:01:10.000\nTwo',
    '00:01:10.000 --> 00:01:12.000\nThree',
  ]
  const put = (text: string) =>
    ada.request(
      'PUT',
      `/api/courses/${courseId}/captions/en`,
      new Upload({}, { field: 'file', bytes: Buffer.from(text) }),
    )
  await put(`WEBVTT\n\n${cues.join('\n\n')}\n`)
  await testApp.context.jobs.runDue()
  expect(await passages()).toEqual([
    { start_s: 0, end_s: 70, cues: '[[0,"One"],[25,"Two"]]' },
    { start_s: 70, end_s: 72, cues: '[[70,"Three"]]' },
  ])
  await put(`WEBVTT\n\n${cues[2]}\n`)
  await testApp.context.jobs.runDue()
  expect(await passages()).toEqual([{ start_s: 70, end_s: 72, cues: '[[70,"Three"]]' }])
})

test('beginnings of words are found alone and together with a frequent word', async () => {
  const { testApp, ada, courseId } = await openSchool()
  const frequent = Array.from({ length: 120 }, () => 'The function goes on.')
  await say(testApp, ada, { courseId, texts: [...frequent, 'Memoization keeps results of the function.'] })
  for (const q of ['memoiz', 'memoiz function', 'function memoiz resul'])
    expect(secondsOf(await search(testApp, q)), q).toEqual([[1200]])
  const dense = await insertCourse(testApp, {
    playlistId: (await testApp.db.selectFrom('playlists').select('id').executeTakeFirstOrThrow()).id,
    title: '数学',
  })
  await say(testApp, ada, { courseId: dense, texts: ['数学分析入门', '别的'], language: 'zh' })
  for (const q of ['数学分析', '学分', '别']) expect(titlesOf(await search(testApp, q)), q).toEqual(['数学'])
})

test('all words in one passage come before words in neighbouring passages, which come before nothing', async () => {
  const { testApp, ada, playlistId, courseId } = await openSchool()
  await say(testApp, ada, { courseId, texts: ['red', 'a', 'b', 'blue', 'c', 'd'] })
  const together = await insertCourse(testApp, { playlistId, title: 'Together' })
  await say(testApp, ada, { courseId: together, texts: ['blue is not red', 'a'] })
  const apart = await insertCourse(testApp, { playlistId, title: 'Too far apart' })
  await say(testApp, ada, { courseId: apart, texts: ['red', 'a', 'b', 'c', 'd', 'e', 'blue'] })
  expect(titlesOf(await search(testApp, 'red blue'))).toEqual(['Together', 'Closures'])
  const inOrder = await insertCourse(testApp, { playlistId, title: 'In this order' })
  await say(testApp, ada, { courseId: inOrder, texts: ['red blue'] })
  const later = await insertCourse(testApp, { playlistId, title: 'Newer' })
  await say(testApp, ada, { courseId: later, texts: ['blue red'] })
  expect(titlesOf(await search(testApp, 'red blue'))).toEqual([
    'In this order',
    'Newer',
    'Together',
    'Closures',
  ])
})

test('a video shows at most three passages in their order, of one language', async () => {
  const { testApp, ada, courseId } = await openSchool()
  const texts = Array.from({ length: 30 }, (_, n) => (n % 3 === 1 ? 'Again a chorus.' : 'La la.'))
  await say(testApp, ada, { courseId, texts })
  await say(testApp, ada, { courseId, texts, language: 'de' })
  const [video] = await search(testApp, 'chorus')
  expect(video?.moments).toHaveLength(3)
  const seconds = video?.moments.map(({ at }) => at) ?? []
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
})

test('a search in a playlist finds only its videos', async () => {
  const { testApp, ada, playlistId, courseId } = await openSchool()
  await say(testApp, ada, { courseId, texts: LESSON })
  const otherPlaylist = await insertPlaylist(testApp, { teacher: ada, title: 'Other' })
  const other = await insertCourse(testApp, { playlistId: otherPlaylist, title: 'Elsewhere' })
  await say(testApp, ada, { courseId: other, texts: LESSON })
  expect(titlesOf(await search(testApp, 'closures'))).toEqual(['Elsewhere', 'Closures'])
  expect(titlesOf(await search(testApp, 'closures', `&playlistId=${playlistId}`))).toEqual(['Closures'])
  expect(await search(testApp, 'closures', '&playlistId=nonsense')).toEqual([])
  await ada.request('PUT', `/api/courses/${playlistId}/${courseId}`, new Upload({ playlist: otherPlaylist }))
  await testApp.context.jobs.runDue()
  expect(await search(testApp, 'closures', `&playlistId=${playlistId}`)).toEqual([])
  expect(await search(testApp, 'closures', `&playlistId=${otherPlaylist}`)).toHaveLength(2)
})

test.each([
  ['数学分析入门', '分析'],
  ['Ελληνικά για όλους', 'ολους'],
  ['Живопись ёлка', 'елка'],
  ['العربيّة للجميع', 'العربية'],
])('%s is found in its own script', async (text, q) => {
  const { testApp, ada, courseId } = await openSchool()
  await say(testApp, ada, { courseId, texts: [text] })
  const [video] = await search(testApp, q)
  expect(video?.moments[0]?.excerpt.some(({ found }) => found)).toBe(true)
})

test('captions of a hidden course never appear, and those of an approved one do', async () => {
  const { testApp, ada, admin, playlistId, courseId } = await openSchool(true)
  await say(testApp, ada, { courseId, texts: LESSON })
  const setCourse = (isCourseApproved: string) =>
    admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved })
  const setPlaylist = (isPlaylistApproved: string) =>
    admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, { isPlaylistApproved })
  for (const set of [setCourse, setPlaylist]) {
    expect(await search(testApp, 'closures')).toHaveLength(1)
    expect(await search(testApp, 'closures')).toHaveLength(1)
    for (const status of ['pending', 'processing', 'cancel']) {
      expect((await set(status)).statusCode).toBe(200)
      // At once, before the job has run, and afterwards.
      for (const user of [testApp, ada, admin]) expect(await search(user, 'closures')).toEqual([])
      await testApp.context.jobs.runDue()
      expect(await search(testApp, 'closures')).toEqual([])
      expect(await testApp.db.selectFrom('passages').select('id').execute()).toEqual([])
    }
    await set('approved')
    await testApp.context.jobs.runDue()
  }
  expect(await search(testApp, 'closures')).toHaveLength(1)
  expect(await searchFaults(testApp.db)).toBe(0)
})

test('captions that are replaced, deleted or go with their course are not found', async () => {
  const { testApp, ada, playlistId, courseId } = await openSchool(true)
  await say(testApp, ada, { courseId, texts: LESSON })
  expect(await search(testApp, 'closures')).toHaveLength(1)
  await say(testApp, ada, { courseId, texts: ['Something else'] })
  expect(await search(testApp, 'closures')).toEqual([])
  expect(await search(testApp, 'something')).toHaveLength(1)
  await ada.request('DELETE', `/api/courses/${courseId}/captions/en`)
  expect(await search(testApp, 'something')).toEqual([])
  await say(testApp, ada, { courseId, texts: LESSON })
  await ada.request('DELETE', `/api/courses/${playlistId}/${courseId}`)
  expect(await search(testApp, 'closures')).toEqual([])
  await purgeTrash(testApp)
  expect(await testApp.db.selectFrom('passages').select('id').execute()).toEqual([])
  expect(await searchFaults(testApp.db)).toBe(0)
})

test('the doctor counts what the index lacks, and a rebuild puts it right', async () => {
  const { testApp, ada, courseId } = await openSchool()
  await say(testApp, ada, { courseId, texts: LESSON })
  const rebuild = () => transaction(testApp.db, (trx) => rebuildSearchIndex(trx))
  await rebuild()
  expect(await searchFaults(testApp.db)).toBe(0)
  await testApp.db.updateTable('captions').set({ searched_in: null }).execute()
  expect(await searchFaults(testApp.db)).toBe(2)
  await testApp.db.deleteFrom('passages').execute()
  expect(await searchFaults(testApp.db)).toBe(1)
  await rebuild()
  expect(await searchFaults(testApp.db)).toBe(0)
  expect(await search(testApp, 'closures')).toHaveLength(1)
})

test('an empty search is rejected, and the languages of the databases mean nothing', async () => {
  const { testApp, ada, courseId } = await openSchool()
  await say(testApp, ada, { courseId, texts: LESSON })
  const empty = await testApp.request('GET', '/api/search/moments?q=%20')
  expect([empty.statusCode, empty.json().message]).toEqual([400, 'Search for something!'])
  for (const q of ['"', "' or 1=1 --", 'closures*', 'a OR b', '!!!', '😀', '%', "'; drop table passages; --"])
    await search(testApp, q)
  expect(await search(testApp, 'closures')).toHaveLength(1)
})

test('a search without a word finds nothing, in one playlist, too', async () => {
  const { testApp, ada, playlistId, courseId } = await openSchool()
  await say(testApp, ada, { courseId, texts: LESSON })
  expect(await search(testApp, '...')).toEqual([])
  expect(await search(testApp, '...', `&playlistId=${playlistId}`)).toEqual([])
})
