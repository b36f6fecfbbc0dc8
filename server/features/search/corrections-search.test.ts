import { expect, test } from 'vitest'
import type { FoundVideo } from '#contract/search/search.ts'
import { transaction } from '#server/data/database.ts'
import { rebuildSearchIndex } from '#server/features/search/index/rebuild.queries.ts'
import { searchFaults } from '#server/features/search/index/search-index-check.queries.ts'
import { openTestApp, type TestUser, Upload } from '#server/test-app.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { purgeTrash } from '#server/test-trash.ts'

const CORRECTIONS = '5:15 It is the variable itself, not a copy.\n6:40 Strict mode throws here.'

async function openSchool() {
  const testApp = await openTestApp({ cached: true })
  const ada = await testApp.user('Ada', 'Teacher')
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  const playlistId = await insertPlaylist(testApp, { teacher: ada, title: 'JavaScript' })
  const courseId = await insertCourse(testApp, { playlistId, title: 'Closures' })
  const put = async (fields: Record<string, string>, of = playlistId) => {
    const answer = await ada.request('PUT', `/api/courses/${of}/${courseId}`, new Upload(fields))
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const say = async (text: string) => {
    const bytes = Buffer.from(`WEBVTT\n\n00:00:10.000 --> 00:00:19.000\n${text}\n`)
    await ada.request('PUT', `/api/courses/${courseId}/captions/en`, new Upload({}, { field: 'file', bytes }))
    await testApp.context.jobs.runDue()
  }
  return { testApp, ada, admin, playlistId, courseId, put, say }
}

async function search({ request }: Pick<TestUser, 'request'>, q: string, more = ''): Promise<FoundVideo[]> {
  const answer = await request('GET', `/api/search/moments?q=${encodeURIComponent(q)}${more}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().videos
}

const momentsOf = (videos: FoundVideo[]) => videos.flatMap(({ moments }) => moments)

test('a correction is found with its second at once, and says what it is', async () => {
  const { testApp, put } = await openSchool()
  await put({ corrections: CORRECTIONS })
  const [video] = await search(testApp, 'variable')
  expect(video).toMatchObject({
    course: { videoTitle: 'Closures' },
    moments: [
      { at: 315, correction: true, excerpt: expect.arrayContaining([{ text: 'variable', found: true }]) },
    ],
  })
  expect(momentsOf(await search(testApp, 'vari'))).toMatchObject([{ at: 315 }])
  expect(momentsOf(await search(testApp, 'strict mode'))).toMatchObject([{ at: 400, correction: true }])
  expect(await search(testApp, 'nothing')).toEqual([])
})

test('a correction counts like a passage, beside the passages of the same video', async () => {
  const { testApp, put, say } = await openSchool()
  await put({ corrections: CORRECTIONS })
  await say('A variable that is kept.')
  const moments = momentsOf(await search(testApp, 'variable'))
  expect(moments.map(({ at, correction = false }) => [at, correction])).toEqual([
    [10, false],
    [315, true],
  ])
})

test('a search in a playlist finds its corrections only, also after their video has moved', async () => {
  const { testApp, ada, playlistId, put } = await openSchool()
  await put({ corrections: CORRECTIONS })
  const other = await insertPlaylist(testApp, { teacher: ada, title: 'Other' })
  expect(await search(testApp, 'variable', `&playlistId=${playlistId}`)).toHaveLength(1)
  expect(await search(testApp, 'variable', `&playlistId=${other}`)).toEqual([])
  await put({ playlist: other })
  expect(await search(testApp, 'variable', `&playlistId=${playlistId}`)).toEqual([])
  expect(await search(testApp, 'variable', `&playlistId=${other}`)).toHaveLength(1)
  expect(await searchFaults(testApp.db)).toBe(0)
})

test('corrections of a hidden course are never found, and those of an approved one are', async () => {
  const { testApp, ada, admin, playlistId, courseId, put } = await openSchool()
  await put({ corrections: CORRECTIONS })
  const setCourse = (isCourseApproved: string) =>
    admin.request('POST', `/api/courses/approve-course/${courseId}`, { isCourseApproved })
  const setPlaylist = (isPlaylistApproved: string) =>
    admin.request('POST', `/api/playlists/approve-playlist/${playlistId}`, { isPlaylistApproved })
  for (const set of [setCourse, setPlaylist]) {
    await set('cancel')
    for (const user of [testApp, ada, admin]) expect(await search(user, 'variable')).toEqual([])
    expect(await testApp.db.selectFrom('correction_passages').select('id').execute()).toEqual([])
    await set('approved')
    expect(await search(testApp, 'variable')).toHaveLength(1)
  }
})

test('corrections that are changed, removed or go with their course are not found', async () => {
  const { testApp, ada, playlistId, courseId, put } = await openSchool()
  await put({ corrections: CORRECTIONS })
  await put({ corrections: '5:15 It is a binding.' })
  expect(await search(testApp, 'variable')).toEqual([])
  expect(await search(testApp, 'binding')).toHaveLength(1)
  await ada.request('DELETE', `/api/courses/${playlistId}/${courseId}`)
  expect(await search(testApp, 'binding')).toEqual([])
  const { items } = (await ada.request('GET', '/api/teaching/trash')).json()
  await ada.request('POST', `/api/teaching/trash/${items[0]._id}/restore`, {})
  expect(await search(testApp, 'binding')).toHaveLength(1)
  await ada.request('DELETE', `/api/courses/${playlistId}/${courseId}`)
  await purgeTrash(testApp)
  expect(await searchFaults(testApp.db)).toBe(0)
})

test('the doctor counts corrections that are not found as they should be, and a rebuild puts that right', async () => {
  const { testApp, courseId, put } = await openSchool()
  await put({ corrections: CORRECTIONS })
  expect(await searchFaults(testApp.db)).toBe(0)
  await testApp.db
    .insertInto('correction_passages')
    .values({
      course_id: courseId,
      playlist_id: 'f'.repeat(24),
      at_s: 1,
      words: ' strange ',
      text: 'Strange',
    })
    .execute()
  expect(await searchFaults(testApp.db)).toBe(2)
  await testApp.db.deleteFrom('correction_passages').execute()
  expect(await searchFaults(testApp.db)).toBe(1)
  await transaction(testApp.db, (trx) => rebuildSearchIndex(trx))
  expect(await searchFaults(testApp.db)).toBe(0)
  expect(await search(testApp, 'variable')).toHaveLength(1)
})
