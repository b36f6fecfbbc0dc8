import { expect, test } from 'vitest'
import { stopClock } from '#server/test-clock.ts'
import { inPlaylist, listed, mark, openPlaylist, saved, saveOf } from '#server/test-progress.ts'
import { insertCourse, insertPlaylist } from '#server/test-publications.ts'
import { insertReadyVideo } from '#server/test-videos.ts'

test('a started playlist is a card with the course to continue', async () => {
  const { student, playlistId, ids, teacher } = await openPlaylist(3)
  const [one = '', two = ''] = ids
  await saved(student, one, saveOf([[0, 35]]))
  const { cards, total, nextCursor } = await listed(student, 'continue')
  expect(cards).toMatchObject([
    {
      playlist: {
        _id: playlistId,
        title: 'Learn HTML',
        coursesCount: 3,
        doneCount: 0,
        teacher: { _id: teacher.id },
      },
      course: {
        _id: one,
        durationSeconds: 100,
        atSeconds: 35,
        watchedSeconds: 35,
        done: false,
        doneBy: null,
      },
    },
  ])
  expect([total, nextCursor]).toEqual([1, null])
  await mark(student, one, true)
  expect((await listed(student, 'continue')).cards).toMatchObject([
    { playlist: { doneCount: 1 }, course: { _id: two, atSeconds: 0, watchedSeconds: 0, done: false } },
  ])
})

test('after the last course, the first one that was left out comes', async () => {
  const { student, playlistId, ids } = await openPlaylist(3)
  const [one = '', two = '', three = ''] = ids
  await saved(student, three, saveOf([[0, 10]]))
  expect((await inPlaylist(student, playlistId)).continueWith).toBe(three)
  await mark(student, three, true)
  expect((await inPlaylist(student, playlistId)).continueWith).toBe(one)
  await mark(student, one, true)
  await mark(student, two, true)
  expect((await inPlaylist(student, playlistId)).continueWith).toBeNull()
  expect((await listed(student, 'continue')).cards).toEqual([])
})

test('a hidden playlist is shown again after its next save', async () => {
  const { student, courseId, playlistId } = await openPlaylist()
  const hide = (hidden: unknown) => student.request('PUT', `/api/progress/${playlistId}/hidden`, { hidden })
  await saved(student, courseId, saveOf([[0, 10]]))
  expect((await hide(true)).json()).toEqual({ success: true, message: 'Removed from “Continue watching”.' })
  expect((await listed(student, 'continue')).total).toBe(0)
  await hide(false)
  expect((await listed(student, 'continue')).total).toBe(1)
  await hide(true)
  await mark(student, courseId, true)
  await mark(student, courseId, false)
  expect((await listed(student, 'continue')).total).toBe(0)
  await saved(student, courseId, saveOf([[0, 20]]))
  expect((await listed(student, 'continue')).total).toBe(1)
  expect((await hide('yes')).json()).toMatchObject({ message: 'Hidden must be true or false.' })
})

test.each(['continue', 'history', 'done'])(
  'the pages of %s hold each card once, the latest first',
  async (kind) => {
    const { testApp, teacher, student, courseId } = await openPlaylist()
    const later = stopClock()
    const courses = [courseId]
    for (let n = 0; n < 4; n += 1) {
      courses.unshift(await insertCourse(testApp, { playlistId: await insertPlaylist(testApp, { teacher }) }))
    }
    for (const id of courses.toReversed()) {
      later()
      await saved(student, id, saveOf([[0, 5]]))
      if (kind === 'done') await mark(student, id, true)
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await listed(student, kind, `&limit=2${cursor && `&cursor=${cursor}`}`)
      expect(page.total).toBe(5)
      seen.push(...page.cards.map(({ course }) => course._id))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(courses)
  },
)

test('a list has its own cursors, and three kinds', async () => {
  const { student, ids } = await openPlaylist(2)
  for (const id of ids) await saved(student, id, saveOf([[0, 5]]))
  const { nextCursor } = await listed(student, 'history', '&limit=1')
  for (const query of [`kind=done&cursor=${nextCursor}`, 'kind=history&cursor=nonsense']) {
    const answer = await student.request('GET', `/api/progress?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ message: 'Invalid cursor.' })
  }
  for (const query of ['', 'kind=all']) {
    const answer = await student.request('GET', `/api/progress?${query}`)
    expect(answer.json()).toMatchObject({ message: 'Kind must be continue, history, done.' })
  }
})

test('courses that are hidden now are left out, and their teacher and admins see them', async () => {
  const { testApp, teacher, student, courseId, playlistId } = await openPlaylist(2)
  for (const person of [student, teacher]) await mark(person, courseId, true)
  await testApp.db.updateTable('courses').set({ status: 'pending' }).where('id', '=', courseId).execute()
  for (const kind of ['history', 'done']) {
    expect((await listed(student, kind)).cards).toEqual([])
    expect((await listed(student, kind)).total).toBe(0)
    expect((await listed(teacher, kind)).total).toBe(1)
  }
  expect(await inPlaylist(student, playlistId)).toMatchObject({ courses: [], doneCount: 0 })
  expect(await inPlaylist(teacher, playlistId)).toMatchObject({ courses: [{ _id: courseId }], doneCount: 1 })
})

test('each user has their own progress', async () => {
  const { testApp, teacher, student, courseId, playlistId } = await openPlaylist()
  await saved(student, courseId, saveOf([[0, 20]]))
  const admin = await testApp.user('Root', 'Student', { isAdmin: true })
  for (const person of [teacher, admin]) {
    expect(await inPlaylist(person, playlistId, courseId)).toMatchObject({ courses: [], ranges: [] })
    for (const kind of ['continue', 'history', 'done']) expect((await listed(person, kind)).cards).toEqual([])
  }
  await teacher.request('DELETE', '/api/progress')
  await admin.request('DELETE', `/api/progress/${courseId}`)
  expect((await inPlaylist(student, playlistId)).courses).toHaveLength(1)
})

test('one course is forgotten with its mark, and the rest stays', async () => {
  const { student, ids, playlistId } = await openPlaylist(2)
  const [one = '', two = ''] = ids
  const later = stopClock()
  await saved(student, one, saveOf([[0, 10]]))
  later()
  await saved(student, two, saveOf([[0, 20]]))
  await mark(student, two, true)
  const forget = (id: string) => student.request('DELETE', `/api/progress/${id}`)
  expect((await forget(two)).json()).toEqual({ success: true, message: 'Removed from your history.' })
  expect(await inPlaylist(student, playlistId)).toMatchObject({
    courses: [{ _id: one }],
    doneCount: 0,
    continueWith: one,
  })
  for (const id of [one, one, '0'.repeat(24), 'nothing']) expect((await forget(id)).statusCode).toBe(200)
  expect((await listed(student, 'continue')).total).toBe(0)
})

test('a cleared history is empty, and gives no new seconds', async () => {
  const { student, courseId, playlistId } = await openPlaylist()
  stopClock()
  await saved(student, courseId, saveOf([[0, 60]]))
  await mark(student, courseId, true)
  const answer = await student.request('DELETE', '/api/progress')
  expect(answer.json()).toEqual({ success: true, message: 'History cleared.' })
  for (const kind of ['continue', 'history', 'done']) expect((await listed(student, kind)).total).toBe(0)
  expect((await inPlaylist(student, playlistId)).courses).toEqual([])
  expect(await saved(student, courseId, saveOf([[0, 60]]))).toMatchObject({ watchedSeconds: 0 })
})

test('a video that was watched to its end with parts left out says how long they are and how many', async () => {
  const { testApp, student, courseId } = await openPlaylist()
  await testApp.db.updateTable('courses').set({ duration_s: 50 }).execute()
  const rest = async () => (await listed(student, 'history')).cards[0]?.course.rest
  const save = (ranges: [number, number][], at: number) =>
    saved(student, courseId, saveOf(ranges, { at, duration: 50 }))
  await save([[0, 15], [22, 38]], 38) // biome-ignore format: ranges
  expect(await rest()).toBeNull()
  await save([[45, 49]], 49)
  expect(await rest()).toEqual({ seconds: 14, parts: 2 })
  await save([[15, 18]], 49)
  expect(await rest()).toEqual({ seconds: 7, parts: 1 })
  await mark(student, courseId, true)
  expect(await rest()).toBeNull()
})

const STORYBOARD = { every: 5, width: 320, height: 180, columns: 5, rows: 5, sheets: 2 }

test('a card of an own video has its last second as a part of the storyboard', async () => {
  const { testApp, teacher, student, ids } = await openPlaylist(2)
  const [own = '', other = ''] = ids
  const videoId = await insertReadyVideo(testApp, { teacher, courseId: own, storyboard: STORYBOARD })
  const videoKey = `upload:${videoId}`
  await saved(student, own, saveOf([[0, 20]], { at: 152, duration: 600, videoKey }))
  await saved(student, other, saveOf([[0, 20]]))
  const stills = async () =>
    new Map((await listed(student, 'history')).cards.map(({ course, still }) => [course._id, still]))
  const found = await stills()
  expect(found.get(other)).toBeNull()
  // The thirtieth picture: the sixth of the second sheet.
  expect(found.get(own)).toMatchObject({ x: 0, y: 180, width: 320, height: 180 })
  expect(found.get(own)?.url).toMatch(new RegExp(`^/v/[^/]+/${videoId}/storyboard-2\\.jpg$`))
  await saved(student, own, saveOf([[0, 20]], { at: 0, duration: 600, videoKey }))
  expect((await stills()).get(own)).toBeNull()
})
