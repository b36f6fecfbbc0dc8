import { expect, test } from 'vitest'
import { openPlaylist, saved, saveOf } from '#server/test-progress.ts'

async function openReports() {
  const opened = await openPlaylist()
  const { testApp, courseId, playlistId } = opened
  const known = async () => {
    const playlist = (await testApp.request('GET', `/api/playlists/${playlistId}`)).json()
    return playlist.courses[0].durationSeconds
  }
  const report = async (name: string, duration: number, isAdmin = false) => {
    await saved(await testApp.user(name, 'Student', { isAdmin }), courseId, saveOf([], { duration }))
    return known()
  }
  return { ...opened, known, report }
}

test('the median of the first three users counts, or of fewer if there are fewer', async () => {
  const { known, report } = await openReports()
  expect(await known()).toBeNull()
  expect(await report('Sam', 0)).toBeNull()
  expect(await report('Ann', 100.4)).toBe(100)
  expect(await report('Bob', 121)).toBe(111)
  expect(await report('Eve', 9999)).toBe(121)
  expect(await report('Joe', 50)).toBe(121)
})

test('the first report of the owner or an admin counts, before or after those of users', async () => {
  const { teacher, courseId, known, report } = await openReports()
  expect(await report('Sam', 500)).toBe(500)
  await saved(teacher, courseId, saveOf([], { duration: 100 }))
  expect(await known()).toBe(100)
  expect(await report('Root', 300, true)).toBe(100)
  for (const name of ['Ann', 'Bob', 'Eve']) expect(await report(name, 700)).toBe(100)
})

test('a user reports once', async () => {
  const { student, courseId, known } = await openReports()
  for (const duration of [100, 300, 500]) await saved(student, courseId, saveOf([], { duration }))
  expect(await known()).toBe(100)
})

test('the duration of a Vimeo video comes from Vimeo, and from users only if that fails', async () => {
  const { testApp, student, courseId, known } = await openReports()
  const vimeo = { source: 'vimeo', source_key: '76979871', video_id: '' } as const
  await testApp.db
    .updateTable('courses')
    .set({ ...vimeo, duration_s: 62 })
    .execute()
  await saved(student, courseId, saveOf([], { duration: 600, videoKey: 'vimeo:76979871' }))
  expect(await known()).toBe(62)
  await testApp.db.updateTable('courses').set({ duration_s: null }).execute()
  await saved(await testApp.user('Ann'), courseId, saveOf([], { duration: 62, videoKey: 'vimeo:76979871' }))
  expect(await known()).toBe(331)
})

test('the duration of the course counts for the mark; while it is unknown, the longest report of the user', async () => {
  const { teacher, student, courseId } = await openReports()
  await saved(teacher, courseId, saveOf([], { duration: 50 }))
  const long = saveOf([[0, 45]], { duration: 500 })
  expect(await saved(student, courseId, long)).toMatchObject({ done: true, watchedSeconds: 45 })
})

test('seconds after the end of the course do not count for the mark', async () => {
  const { teacher, student, courseId } = await openReports()
  await saved(teacher, courseId, saveOf([], { duration: 50 }))
  const late = saveOf([[100, 160]], { duration: 500 })
  expect(await saved(student, courseId, late)).toMatchObject({ done: false, watchedSeconds: 60 })
})
